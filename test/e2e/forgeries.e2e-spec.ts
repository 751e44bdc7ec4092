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

  const refusedAs = (code: string) =>
    eventually(
      () => {
        const letters = house.seen.filter(
          (record) => record.topic === 'dlq.delivery.v1' && headerOf(record, 'dl_code') === code,
        );
        expect(letters).not.toEqual([]);
      },
      { timeoutMs: 20_000, because: `a forgery is refused as ${code}` },
    );

  /** The genuine object for another question, with its seal made anew by `seal`. */
  const target = (interactionId: string, change: Partial<PublishedAnswer> = {}): PublishedAnswer => ({
    ...genuine,
    interactionId,
    text: 'Forged text.',
    ...change,
  });

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
    await approve(await sealAnswer(target('genuine-question'), new Date(), key.value));
    await refusedAs('seal.signature');
  });

  it('given a key that nobody trusts, refuses its id', async () => {
    const { privateJwk } = await generateSigningKey('stranger');
    const key = await readSigningKey(privateJwk);
    if (!key.ok) throw new Error('a fresh key cannot be read');
    await approve(await sealAnswer(target('genuine-question'), new Date(), key.value));
    await refusedAs('seal.unknown_key');
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
    for (const seal of seals) await approve(target('genuine-question', { seal }));
    await refusedAs('seal.algorithm');
  });

  it('given a right seal on another channel, interaction, namespace or limitation, refuses the object or its place', async () => {
    await approve({ ...genuine, channel: 'desk' });
    await approve({ ...genuine, interactionId: 'another-question' });
    await approve({ ...genuine, namespace: 'another' });
    await approve({ ...genuine, limitations: ['A limitation that nobody sealed.'] });
    await eventually(
      () => {
        const codes = house.seen
          .filter(({ topic }) => topic === 'dlq.delivery.v1')
          .map((record) => headerOf(record, 'dl_code'));
        expect(codes.filter((code) => code === 'seal.object' || code === 'seal.place').length).toBeGreaterThanOrEqual(
          4,
        );
      },
      { timeoutMs: 20_000 },
    );
  });

  it('given a forgery for a live question, the question still completes with what was approved', async () => {
    await house.ask({ ...question, interactionId: 'live-question', channel: 'desk' });
    await approve(target('live-question', { channel: 'desk' }));
    const [answer, ...more] = await house.clientEvents('live-question');
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ type: 'answer.completed.v1', data: { text: 'It is rejected [1].' } });
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
