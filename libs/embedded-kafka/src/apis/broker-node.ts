import { type GroupCoordinator } from '../groups/group-coordinator.js';
import { type Journal } from '../journal/journal.js';
import { type TopicCatalogue } from '../topics/topic-catalogue.js';
import { type Client } from './api.js';

/** What the handlers work on: the one node of this cluster. */
export interface BrokerNode {
  nodeId: number;
  clusterId: string;
  autoCreateTopics: boolean;
  topics: TopicCatalogue;
  groups: GroupCoordinator;
  journal: Journal;
  /** Where that client can reach this node. */
  addressFor(client: Client): { host: string; port: number };
}
