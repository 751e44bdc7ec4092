import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type PublishedAnswer } from '#libs/contracts';
import { generateSigningKey, readSigningKey, sealAnswer } from '#libs/seal';
import { eventually } from '#libs/testkit';

import { type House, headerOf, startHouse } from './house.js';

const question = JSON.parse(readFileSync('examples/question.json', 'utf8')) as Record<string, unknown>;

/** Somebody who can write to the approvals topic, but has no signing key. Every forgery fits the schema. */
describe('forged approvals', () => {
  let house: House;
  let genuine: PublishedAnswer;
  let forgeries = 0;
  const live: string[] = [];

  beforeAll(async () => {
    house = await startHouse({
      configure: (base, provider) => ({
        ...base,
        channels: [...base.channels, { id: 'desk', namespaces: 'every' }],
        profiles: [
          ...base.profiles,
          {
            id: 'slow',
            adapter: 'openai',
            enabled: true,
            baseUrl: provider.baseUrl,
            model: 'scripted-e2e',
            aliases: [],
            scripted: true,
            secret: null,
            capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true },
            limits: { callMs: 30_000, idleMs: 30_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
            prices: null,
            disclosureApproved: true,
          },
        ],
        policies: [
          ...base.policies,
          {
            id: 'desk',
            namespace: null,
            channel: 'desk',
            profile: 'slow',
            allowUnprobed: ['slow'],
            reviewWithinMs: 60_000,
          },
        ],
      }),
      script: {
        model: 'scripted-e2e',
        rules: [{ match: '', replies: [{ kind: 'message', delayMs: 4000, content: slowAnswer }] }],
      },
    });
    await house.ask({ ...question, interactionId: 'genuine-question' });
    const [answer] = await house.clientEvents('genuine-question');
    genuine = answer!.data as unknown as PublishedAnswer;
  }, 90_000);
  afterAll(() => house.stop(), 60_000);

  const approve = (answer: PublishedAnswer) =>
    house.publish(
      'answers.approved.v1',
      JSON.stringify(answer),
      {
        ce_specversion: '1.0',
        ce_id: `forged-${++forgeries}`,
        ce_source: 'urn:forger',
        ce_type: 'answers.approved.v1',
        'content-type': 'application/json',
      },
      `${answer.namespace}/${answer.interactionId}`,
    );

  const expectRefused = (code: string, count = 1) =>
    eventually(
      () => {
        const codes = house.seen
          .filter(({ topic }) => topic === 'dlq.delivery.v1')
          .map((record) => headerOf(record, 'dl_code'));
        expect(codes.filter((found) => found === code)).toHaveLength(count);
      },
      { timeoutMs: 20_000, because: `${count} forgeries are refused as ${code}` },
    );

  /** Asks a question that stays open for some seconds, and gives a forged answer to it. */
  const forgeryFor = async (interactionId: string, change: Partial<PublishedAnswer> = {}): Promise<PublishedAnswer> => {
    await house.ask({ ...question, interactionId, channel: 'desk' });
    live.push(interactionId);
    return { ...genuine, interactionId, channel: 'desk', text: 'Forged text.', ...change };
  };

  const withHeader = (header: object, signature: (signed: Buffer) => Buffer): string => {
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const [, payload = ''] = genuine.seal.split('.');
    return `${encoded}.${payload}.${signature(Buffer.from(`${encoded}.${payload}`)).toString('base64url')}`;
  };
  const kidOf = () =>
    (JSON.parse(Buffer.from(genuine.seal.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
  const typ = 'imprimatur-approval+jws';

  it("given another key under the trusted key's id, refuses the signature", async () => {
    const { privateJwk } = await generateSigningKey(kidOf());
    const key = await readSigningKey(privateJwk);
    if (!key.ok) throw new Error('a fresh key cannot be read');
    await approve(await sealAnswer(await forgeryFor('live-wrong-signature'), new Date(), key.value));
    await expectRefused('seal.signature');
  });

  it('given a key that nobody trusts, refuses its id', async () => {
    const { privateJwk } = await generateSigningKey('stranger');
    const key = await readSigningKey(privateJwk);
    if (!key.ok) throw new Error('a fresh key cannot be read');
    await approve(await sealAnswer(await forgeryFor('live-unknown-key'), new Date(), key.value));
    await expectRefused('seal.unknown_key');
  });

  it('given alg none, HS256 with the public key as its secret, or a key in the header, refuses the algorithm', async () => {
    const jwks = readFileSync(house.stack.files.keySetFile);
    const { privateJwk, publicJwk } = await generateSigningKey('inline');
    const own = createPrivateKey({ key: privateJwk as never, format: 'jwk' });
    const seals = [
      withHeader({ alg: 'none', kid: kidOf(), typ }, () => Buffer.from('x')),
      withHeader({ alg: 'HS256', kid: kidOf(), typ }, (signed) => createHmac('sha256', jwks).update(signed).digest()),
      withHeader({ alg: 'EdDSA', kid: kidOf(), typ, jwk: publicJwk }, (signed) => sign(null, signed, own)),
    ];
    for (const [index, seal] of seals.entries()) await approve(await forgeryFor(`live-algorithm-${index}`, { seal }));
    await expectRefused('seal.algorithm', seals.length);
  });

  it('given a right seal on another channel, interaction or namespace, or with another limitation, refuses its place', async () => {
    const { text } = genuine;
    await approve(await forgeryFor('live-other-place', { text }));
    await approve(await forgeryFor('live-other-namespace', { text, namespace: 'another' }));
    await approve(await forgeryFor('live-limitation', { text, limitations: ['A limitation that nobody sealed.'] }));
    await approve({ ...genuine, interactionId: 'never-asked-question' });
    await expectRefused('seal.place', 4);
  });

  it('lets every question that was forged for complete with what was approved', async () => {
    for (const interactionId of live) {
      const [answer, ...more] = await house.clientEvents(interactionId);
      expect(more).toEqual([]);
      expect(answer).toMatchObject({ type: 'answer.completed.v1', data: { text: 'It is rejected [1].' } });
    }
  });

  it('has published no forged word anywhere', () => {
    const published = house.seen.filter(({ topic }) => topic.startsWith('published.'));
    expect(published.filter(({ value }) => value?.toString().includes('Forged text.'))).toEqual([]);
    expect(published.filter(({ value }) => value?.toString().includes('nobody sealed'))).toEqual([]);
  });
});

const slowAnswer = JSON.stringify({
  answer: 'It is rejected [1].',
  entityCitations: [],
  documentationCitations: [],
  limitations: [],
});
