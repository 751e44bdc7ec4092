import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

import { type Configuration, connectedTo, operatorPrincipal, type Service, services } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { applyTopics } from '../../bin/apply-topics.js';
import { type House, startHouse } from './house.js';

const fragments = [{ id: 'f-1', text: 'The gate opens at eight.' }];
/** On a broker that others use too, nobody else's. */
const later = `later-${randomUUID().slice(0, 8)}`;
const patience = { timeoutMs: 60_000 };
const others = services.filter((service) => service !== 'ledger');

/** An operator edits the ledger's file and restarts the ledger; nobody else is touched. */
describe('a changed configuration', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
  }, 90_000);
  afterAll(() => house.stop(), 60_000);

  const health = async (service: Service) =>
    (await (await fetch(`${house.stack.urls[service]}/health/ready`)).json()) as {
      ready: boolean;
      configRevision: number;
    };
  const revisions = async () =>
    new Set(await Promise.all(services.map(async (service) => (await health(service)).configRevision)));
  const file = async () => JSON.parse(await readFile(house.stack.files.configurationFile, 'utf8')) as Configuration;

  async function change(edit: (configuration: Configuration) => object): Promise<void> {
    await writeFile(house.stack.files.configurationFile, JSON.stringify(edit(await file())));
    await house.stack.process('ledger').stop();
  }

  const ask = async (channel: string) => {
    const interactionId = randomUUID();
    const body = JSON.stringify({
      interactionId,
      channel,
      question: 'When does the gate open?',
      context: { fragments },
    });
    const { status } = await house.call('/v1/questions', { method: 'POST', body });
    return { interactionId, status };
  };
  const viewOf = async (interactionId: string) =>
    (await (await house.call(`/v1/interactions/${interactionId}`)).json()) as { state: string };
  const answered = (interactionId: string) =>
    eventually(async () => expect(await viewOf(interactionId)).toMatchObject({ state: 'COMPLETED' }), patience);

  it('given a channel and its token scope in the file, then every service has them, and the channel opens with its topic', async () => {
    const [before] = await revisions();
    expect((await ask(later)).status).toBe(403);
    await change((configuration) => ({
      ...configuration,
      channels: [...configuration.channels, { id: later, namespaces: 'every' }],
      apiTokens: configuration.apiTokens.map((token) => ({ ...token, channels: ['web', later] })),
    }));
    await house.stack.restart('ledger');
    await eventually(async () => expect([...(await revisions())]).toEqual([before! + 2]), patience);
    expect((await ask(later)).status).toBe(400);
    await applyTopics(
      { brokers: house.stack.brokers, clientId: operatorPrincipal, createTopics: false },
      connectedTo(await file()),
    );
    const asked = await eventually(async () => {
      const tried = await ask(later);
      expect(tried.status).toBe(202);
      return tried;
    }, patience);
    await answered(asked.interactionId);
  }, 120_000);

  it('given a draft, then it names the revision that generation has', async () => {
    const { interactionId } = await ask('web');
    await answered(interactionId);
    const { configuration } = await eventually(() => {
      const drafts = house.seen.filter(({ topic }) => topic === 'answers.drafted.v1');
      const draft = drafts.find(({ value }) => value?.toString().includes(interactionId));
      return JSON.parse(draft!.value!.toString()) as { configuration: { revision: number } };
    }, patience);
    expect(configuration.revision).toBe((await health('generation')).configRevision);
  }, 90_000);

  it('given a ledger that is away, when the others start again, then they work on what lies on the topic', async () => {
    const [before] = await revisions();
    await house.stack.process('ledger').stop();
    for (const service of others) {
      await house.stack.process(service).stop();
      await house.stack.restart(service);
    }
    const { interactionId } = await ask('web');
    await answered(interactionId);
    expect((await health('validation')).configRevision).toBe(before);
  }, 180_000);

  it('given a file that is not right, then the ledger alone does not start, in one sentence', async () => {
    const right = await file();
    await change((configuration) => ({ ...configuration, channels: [] }));
    await expect(house.stack.restart('ledger')).rejects.toThrow('is refused at /channels (config.invalid)');
    const { interactionId } = await ask('web');
    await answered(interactionId);
    await change(() => right);
    await house.stack.restart('ledger');
    expect((await revisions()).size).toBe(1);
  }, 120_000);
});
