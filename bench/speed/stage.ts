import { join } from 'node:path';

import { configChangedV1, topicsWith } from '#libs/contracts';
import { consumerGroup, kafkaPublisher, kafkaReadAll, kafkaTopicAdmin } from '#libs/event-flow';

import { startBroker, untilBrokerIsUp } from '../../tools/stack/broker-process.js';
import { type StackProcess } from '../../tools/stack/child-process.js';
import { claimPort } from '../../tools/stack/ports.js';
import { startService, untilServiceIsReady } from '../../tools/stack/service-process.js';
import { type BenchHouse } from './bench-house.js';
import { BrokerView } from './broker-view.js';
import { type Lane } from './lanes/lane.js';
import { assertSealed, keysOf } from './lanes/house-watch.js';
import { channel, type Load } from './load.js';
import { cpuMsOf } from './process-cpu.js';
import { until } from './until.js';

const input = 'answers.drafted.v1';

/** A broker of its own with validation alone: drafts lie there, and one instance works them off, or two. */
export class Stage {
  private readonly instances: StackProcess[] = [];

  private constructor(
    private readonly house: BenchHouse,
    private readonly loadOf: Load,
    private readonly view: BrokerView,
    private readonly broker: StackProcess,
  ) {}

  static async start(house: BenchHouse, loadOf: Load): Promise<Stage> {
    const port = await claimPort(0, 'the stage broker', 'none');
    const logFile = join(house.dataDir, 'stage-kafka.log');
    const broker = startBroker({ dataDir: join(house.dataDir, 'stage-kafka'), port, logFile });
    house.atStop.push(() => broker.stop());
    await untilBrokerIsUp(broker, port);
    const brokers = [`127.0.0.1:${port}`];
    const admin = await kafkaTopicAdmin({ brokers, clientId: 'bench-topics', createTopics: false });
    await admin.ensureTopics(topicsWith([channel]));
    await admin.close();
    await copyConfiguration(house.stack.brokers, brokers);
    const view = await BrokerView.open(brokers);
    const stage = new Stage(house, loadOf, view, broker);
    house.atStop.push(async () => {
      await stage.scale(0);
      await view.close();
    });
    return stage;
  }

  /** Resolves when so many instances share the partitions. */
  async scale(instances: number): Promise<void> {
    while (this.instances.length > instances) await this.instances.pop()?.stop();
    while (this.instances.length < instances) await this.startInstance();
    if (instances === 0) return;
    const group = consumerGroup('validation', input);
    await until(`${instances} instances share the drafts`, () => this.view.isStable(group, instances));
  }

  lane(): Lane {
    const { view, broker, instances } = this;
    return {
      name: 'stage',
      view,
      input,
      output: 'answers.approved.v1',
      firstCount: 2000,
      held: () => instances,
      prepare: async (count) => this.loadOf.questions(count).map((question) => this.loadOf.draft(question)),
      cpu: () => ({
        services: Object.fromEntries(instances.map(({ pid }, at) => [`validation${at + 1}`, cpuMsOf(pid)])),
        broker: cpuMsOf(broker.pid),
        postgres: 0,
      }),
      settled: async () => undefined,
      check: async (outputs) => assertSealed(await keysOf(this.house), outputs),
    };
  }

  /** It is counted before it is ready: one that never is has to be stopped too. */
  private async startInstance(): Promise<void> {
    const port = await claimPort(0, 'a stage instance', 'none');
    const plan = { ...this.house.stack.plan('validation'), brokers: this.view.brokers, port };
    const logDir = join(this.house.dataDir, 'logs');
    const instance = startService('validation', { ...plan, files: { ...plan.files, logDir } });
    this.instances.push(instance);
    await untilServiceIsReady(instance, port);
  }
}

/** No ledger writes to this broker: it gets the configuration that the house has, record by record. */
async function copyConfiguration(from: readonly string[], to: readonly string[]): Promise<void> {
  const settings = { clientId: 'bench-configuration', createTopics: false };
  const records = await kafkaReadAll({ ...settings, brokers: from }, [configChangedV1.type]);
  const publisher = kafkaPublisher({ ...settings, brokers: to });
  await publisher.publish(records).finally(() => publisher.close());
}
