import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import pg from 'pg';

import {
  answerApprovedV1,
  answerCompletedV1,
  answerDraftedV1,
  type EventDefinition,
  questionAskedV1,
} from '#libs/contracts';
import { type EventPublisher, kafkaPublisher, type OutgoingRecord } from '#libs/event-flow';
import { newToken, type RunningService, runService } from '#libs/service-host';
import {
  eventually,
  tempDir,
  type TempDir,
  testBroker,
  type TestBroker,
  testDatabase,
  type TestDatabase,
} from '#libs/testkit';

import { ledger } from './app.module.js';
import { channelSubscription, subscriptions } from './subscriptions.js';

const canary = 'canary-4711';
const principal = { kind: 'human', id: 'reviewer-1' } as const;
const place = { namespace: 'default', channels: ['web'], principal, expiresAt: '2099-01-01T00:00:00Z' };
const [reading, content, elsewhere, asking, stranger] = [newToken(), newToken(), newToken(), newToken(), newToken()];
const asker = { kind: 'human', id: 'asker-1' } as const;
/** Names that a plain object inherits something under. */
const strangeHeaders = ['toString', '__proto__', 'constructor'].map((name) => [name, Buffer.from('kept')] as const);
const slice = () => Promise.resolve();
const topicNames = [...subscriptions(slice), channelSubscription(slice)('web')].map(({ topic }) => topic);

const configuration = {
  revision: 7,
  profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
  policies: [
    { id: 'p', namespace: null, channel: null, profile: 'extractive', allowUnprobed: [], reviewWithinMs: 60_000 },
  ],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [
    { ...place, tokenDigest: reading.tokenDigest, scopes: ['read'] },
    { ...place, tokenDigest: content.tokenDigest, scopes: ['read', 'content.read'] },
    { ...place, tokenDigest: asking.tokenDigest, scopes: ['ask'], principal: asker },
    { ...place, tokenDigest: stranger.tokenDigest, scopes: ['ask'] },
    { ...place, tokenDigest: elsewhere.tokenDigest, scopes: ['read', 'content.read'], namespace: 'other' },
  ],
};

interface Listed {
  readonly interactions: { readonly interactionId: string }[];
  readonly next: string | null;
}

interface Told {
  readonly story: {
    readonly type: string;
    readonly content: { readonly headers: readonly unknown[]; readonly value: { readonly text: string } };
  }[];
}

describe('the ledger', () => {
  let [broker, database, dir, service, publisher]: [
    TestBroker | undefined,
    TestDatabase | undefined,
    TempDir | undefined,
    RunningService | undefined,
    EventPublisher | undefined,
  ] = [undefined, undefined, undefined, undefined, undefined];
  let logged = '';

  beforeAll(async () => {
    broker = await testBroker([...topicNames, 'dlq.ledger.v1', 'ledger.checkpoints.v1']);
    database = await testDatabase('ledger');
    dir = await tempDir('ledger');
    const environment = {
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_CREATE_TOPICS: 'true',
      DATABASE_URL: database.url,
      HTTP_PORT: '0',
      CONFIGURATION_FILE: await file('configuration.json', configuration),
      LEDGER_MASTER_KEYS_FILE: await file('master-keys.json', {
        keys: [{ id: 'm-1', key: randomBytes(32).toString('base64'), status: 'active' }],
      }),
    };
    const logTo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged += chunk.toString();
        done();
      },
    });
    service = await runService(ledger, environment, { logTo });
    publisher = kafkaPublisher({ brokers: broker.brokers, clientId: 'test', createTopics: false });
    await eventually(ready, { timeoutMs: 60_000, because: 'the ledger is ready' });
    await publisher.publish(interaction('story-0001'));
    await publisher.publish([
      { ...sent('answers.drafted.v1', answerDraftedV1, {}), value: Buffer.from(`{"${canary}`) },
    ]);
  }, 90_000);

  afterAll(async () => {
    await publisher?.close();
    await service?.close();
    await broker?.stop();
    await database?.drop();
    await dir?.remove();
  }, 30_000);

  async function ready(): Promise<void> {
    const { status } = await fetch(`${service?.url}/health/ready`);
    if (status !== 200) throw new Error(`readiness answers ${status}`);
  }

  async function file(name: string, json: unknown): Promise<string> {
    const path = join(dir?.path ?? '', name);
    await writeFile(path, JSON.stringify(json), { mode: 0o600 });
    return path;
  }

  async function get<Body = unknown>(path: string, token: string | null) {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${service?.url}/api/interactions${path}`, { headers });
    const body = (await response.json()) as Body;
    return { status: response.status, type: response.headers.get('content-type'), body };
  }

  const whole = (token: string, query = '') =>
    eventually(
      async () => {
        const answer = await get<Told>(`/story-0001${query}`, token);
        expect(answer).toMatchObject({ status: 200, body: { events: 4, outcome: 'completed' } });
        return answer.body;
      },
      { timeoutMs: 20_000, because: 'the four events are recorded' },
    );

  it('given the events of an interaction, then its story is told in the order of causes, without content', async () => {
    const body = await whole(reading.token);
    expect(body).toMatchObject({ channel: 'web', answerSource: 'KNOWLEDGE_EXTRACTS', configurationRevision: 1 });
    expect(body.story.map(({ type }) => type)).toEqual([
      'questions.asked.v1',
      'answers.drafted.v1',
      'answers.approved.v1',
      'answer.completed.v1',
    ]);
    expect(JSON.stringify(body)).not.toContain(canary);
  });

  it('given the principal that asked, without the scope `read`, then it reads its story', async () => {
    const told = await whole(reading.token);
    expect(await whole(asking.token)).toEqual(told);
  });

  it('given the scope content.read, then content comes out as it went in, and the read is audited before', async () => {
    const before = await auditRows();
    const body = await whole(content.token, '?content=true');
    expect(JSON.parse(body.story[0]?.content.value.text ?? '')).toMatchObject({ question: canary });
    expect(body.story[0]?.content.headers).toEqual(strangeHeaders.map(([name]) => ({ name, value: { text: 'kept' } })));
    const rows = await auditRows();
    expect(rows.length).toBeGreaterThan(before.length);
    expect(rows.at(-1)).toMatchObject({
      principal_kind: 'human',
      principal_id: 'reviewer-1',
      token_digest: content.tokenDigest,
      namespace: 'default',
      interaction_id: 'story-0001',
      records: 4,
    });
  });

  it.each([
    ['no token', '/story-0001', () => null, 401, 'http.unauthorised'],
    ['content without its scope', '/story-0001?content=true', () => reading.token, 403, 'http.forbidden'],
    ['an unknown id', '/unknown-0001', () => reading.token, 404, 'http.not_found'],
    ['no scope, and another asked', '/story-0001', () => stranger.token, 404, 'http.not_found'],
    ['no scope for the list', '', () => asking.token, 403, 'http.forbidden'],
    ['a token of another namespace', '/story-0001', () => elsewhere.token, 404, 'http.not_found'],
    ['another namespace in the list', '?namespace=other', () => reading.token, 403, 'http.forbidden'],
    ['an unknown filter', '?text=1', () => reading.token, 400, 'http.invalid'],
    ['an unknown outcome', '?outcome=late', () => reading.token, 400, 'http.invalid'],
    ['a broken cursor', '?cursor=AAAA', () => reading.token, 400, 'http.invalid'],
    ['a limit out of range', '?limit=1000', () => reading.token, 400, 'http.invalid'],
  ])('given %s, then the answer is a coded problem', async (_name, path, token, status, code) => {
    const answer = await get(path, token());
    expect(answer).toMatchObject({ status, body: { status, code } });
    expect(answer.type).toContain('application/problem+json');
  });

  it('given a refused content read, then nothing is audited', async () => {
    const before = await auditRows();
    await get('/story-0001?content=true', reading.token);
    await get('/unknown-0001?content=true', content.token);
    await expect(auditRows()).resolves.toHaveLength(before.length);
  });

  it('given three interactions, then pages of two follow each other, newest first, and filters hold', async () => {
    await publisher?.publish(interaction('story-0002'));
    await publisher?.publish(interaction('story-0003').slice(0, 1));
    const list = async (query: string, token = reading.token) => {
      const { body } = await get<Listed>(query, token);
      return { ids: body.interactions.map(({ interactionId }) => interactionId), next: body.next };
    };
    await eventually(async () => {
      expect((await list('?outcome=completed')).ids.sort()).toEqual(['story-0001', 'story-0002']);
      expect((await list('?outcome=open')).ids).toEqual(['story-0003']);
    });
    const first = await list('?limit=2');
    expect(first.ids).toHaveLength(2);
    await expect(list(`?limit=2&cursor=${first.next}`)).resolves.toEqual({ ids: ['story-0001'], next: null });
    expect((await list('?channel=mail')).ids).toEqual([]);
    expect((await list('?code=envelope.truncated')).ids).toEqual([]);
    expect((await list('', elsewhere.token)).ids).toEqual([]);
  });

  it('given a record that nobody can read, then it is kept with its code, and the ledger stays ready', async () => {
    const kept = () => rows<{ code: string }>('select code from ledger.records where code is not null');
    await eventually(async () => expect(await kept()).toEqual([{ code: 'event.not_json' }]));
    await expect(ready()).resolves.toBeUndefined();
  });

  it('counts what it records by topic, and its metrics and logs hold no content', async () => {
    const metrics = await (await fetch(`${service?.url}/metrics`)).text();
    expect(metrics).toMatch(/imprimatur_ledger_records_total\{topic="questions\.asked\.v1"\} [1-9]/);
    expect(metrics).not.toContain(canary);
    expect(logged).toContain('"msg":"started"');
    expect(logged).not.toContain(canary);
  });

  const auditRows = () => rows<Record<string, unknown>>('select * from ledger.content_reads order by id');

  async function rows<T>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: database?.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }
});

/** Question (bare, as a stranger sends it), draft, approval and publication. */
function interaction(interactionId: string): OutgoingRecord[] {
  const question = { ...questionAskedV1.example, interactionId, question: canary, principal: asker };
  return [
    { ...sent('questions.asked.v1', questionAskedV1, question), headers: strangeHeaders },
    sent('answers.drafted.v1', answerDraftedV1, { ...answerDraftedV1.example, interactionId }),
    sent('answers.approved.v1', answerApprovedV1, { ...answerApprovedV1.example, interactionId }),
    sent('published.web.v1', answerCompletedV1, { ...answerCompletedV1.example, interactionId }),
  ];
}

function sent(topic: string, { type }: Pick<EventDefinition, 'type'>, data: unknown): OutgoingRecord {
  const attributes = { ce_specversion: '1.0', ce_id: 'e-1', ce_source: 'urn:test', ce_type: type };
  const headers = Object.entries(attributes).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { topic, key: Buffer.from('default/story'), headers, value: Buffer.from(JSON.stringify(data)) };
}
