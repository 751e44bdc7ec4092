import { type GroupCoordinator } from '../groups/group-coordinator.js';
import { type ProducerIds } from '../journal/producer-ids.js';
import { type TopicCatalogue } from '../topics/topic-catalogue.js';
import { type Client } from './api.js';

/** What the handlers work on: the one node of this cluster. */
export interface BrokerNode {
  nodeId: number;
  clusterId: string;
  autoCreateTopics: boolean;
  topics: TopicCatalogue;
  groups: GroupCoordinator;
  producerIds: ProducerIds;
  /** Where that client can reach this node. */
  addressFor(client: Client): { host: string; port: number };
}
