import { createRequire } from 'node:module';

/** The part of kafkajs' cluster that looks for a group's coordinator, and nothing else (kafkajs 2.2.4, pinned). */
interface Cluster {
  findGroupCoordinatorMetadata: (this: Cluster, request: object) => Promise<unknown>;
  findControllerBroker(): Promise<{ findGroupCoordinator(request: object): Promise<unknown> }>;
}

/**
 * kafkajs asks each broker for a group's coordinator, swallows what they answer and says "not found": a principal
 * without a rule for the group would look like a broker that is away. Where it says so, one broker is asked again, and
 * its refusal is what the caller gets.
 */
export function tellGroupRefusals(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/cluster') as { prototype: Cluster };
  const find = prototype.findGroupCoordinatorMetadata;
  prototype.findGroupCoordinatorMetadata = async function (request) {
    try {
      return await find.call(this, request);
    } catch (error) {
      throw (await refusalOf(this, request)) ?? error;
    }
  };
}

async function refusalOf(cluster: Cluster, request: object): Promise<unknown> {
  try {
    await (await cluster.findControllerBroker()).findGroupCoordinator(request);
    return undefined;
  } catch (error) {
    return (error as { type?: unknown }).type === 'GROUP_AUTHORIZATION_FAILED' ? error : undefined;
  }
}
