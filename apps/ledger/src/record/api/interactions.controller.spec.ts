import { randomBytes } from 'node:crypto';

import { type ApiToken, questionAskedV1 } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { type MasterKeys } from '../adapters/crypto/master-keys.js';
import { openVault } from '../adapters/crypto/vault.js';
import { type IndexedInteraction, type SealedEvent, type StoryReader } from '../ports/story-reader.port.js';
import { type Vault } from '../ports/vault.port.js';
import { InteractionsController } from './interactions.controller.js';

const secret = randomBytes(32);
const masterKeys: MasterKeys = { active: { id: 'm', secret }, byId: new Map([['m', { id: 'm', secret }]]) };
const vault = openVault(masterKeys);
const chain = { cluster: 'c', topic: 'questions.asked.v1', partition: 0 };

const token: ApiToken = {
  tokenDigest: sha256('token'),
  principal: { kind: 'human', id: 'reviewer' },
  namespace: 'default',
  channels: ['web'],
  scopes: ['read', 'content.read'],
  expiresAt: '2099-01-01T00:00:00Z',
};
const interaction: IndexedInteraction = {
  namespace: 'default',
  interactionId: 'question-1',
  channel: 'web',
  state: 'open',
  code: null,
  questionDigest: null,
  answerSource: null,
  generationKind: null,
  profile: null,
  configurationRevision: null,
  repaired: false,
  events: 1,
  firstSeen: 0,
  lastSeen: 0,
};

function sealed(
  offset: number,
  value: Buffer,
  headers: readonly (readonly [string, Buffer])[] = [['h', Buffer.from('1')]],
): SealedEvent {
  const key = vault.newKey('interaction:default/question-1');
  const unwrapped = vault.unwrap(key);
  if (!unwrapped.ok) throw new Error(unwrapped.failure);
  const content = { key: null, headers, value };
  return {
    ...chain,
    ...vault.encrypt(unwrapped.value, chain, String(offset), content),
    key,
    seq: offset + 1,
    offset: String(offset),
    timestamp: '99999999999999999',
    recordedAt: 0,
    type: 'questions.asked.v1',
    code: null,
    eventId: 'e',
    namespace: 'default',
    interactionId: 'question-1',
    facts: {},
    dataKeyId: key.id,
    hash: Buffer.alloc(32),
  };
}

const readerOf = (events: readonly SealedEvent[]): StoryReader => ({
  list: () => Promise.resolve([]),
  find: () => Promise.resolve(interaction),
  events: (_place, limit) => Promise.resolve(events.slice(0, limit)),
  sealed: (_place, limit) => Promise.resolve(events.slice(0, limit)),
  questions: (_place, limit) => Promise.resolve(events.slice(0, limit)),
});
const audited = () => Promise.resolve();

describe('reading an interaction', () => {
  it('given an audit that cannot be written, then nothing is decrypted and nothing goes out', async () => {
    const decrypt = jest.fn((...given: Parameters<Vault['decrypt']>) => vault.decrypt(...given));
    const watched = { ...vault, decrypt };
    const refused = () => Promise.reject(new Error('the database is away'));
    const controller = new InteractionsController(readerOf([sealed(0, Buffer.from('x'))]), watched, refused);
    await expect(controller.read('question-1', { content: 'true' }, token)).rejects.toThrow('the database is away');
    expect(decrypt).not.toHaveBeenCalled();
  });

  it('given text, other bytes, an erased key and a changed ciphertext, then each is shown or has its code', async () => {
    const [text, bytes, erased, changed] = [
      sealed(0, Buffer.from('words')),
      sealed(1, Buffer.from([0xff])),
      sealed(2, Buffer.from('x')),
      sealed(3, Buffer.from('x')),
    ];
    const events = [
      text,
      bytes,
      { ...erased, key: { ...erased.key, wrapped: null } },
      { ...changed, ciphertext: Buffer.alloc(40) },
    ];
    const controller = new InteractionsController(readerOf(events), vault, audited);
    await expect(controller.read('question-1', { content: 'true' }, token)).resolves.toMatchObject({
      truncated: false,
      story: [
        { content: { key: null, headers: [{ name: 'h', value: { text: '1' } }], value: { text: 'words' } } },
        { content: { value: { base64: '/w==' } } },
        { content: { code: 'record.erased' } },
        { content: { code: 'record.undecryptable' }, timestamp: null },
      ],
    });
  });

  it('given more events than a story shows, then it is cut and says so', async () => {
    const many = Array.from({ length: 501 }, (_, at) => ({ ...sealed(0, Buffer.from('')), offset: String(at) }));
    const controller = new InteractionsController(readerOf(many), vault, audited);
    const whole = await controller.read('question-1', { content: 'false' }, token);
    expect([whole.truncated, whole.story.length]).toEqual([true, 500]);
    const fitting = new InteractionsController(readerOf(many.slice(1)), vault, audited);
    expect((await fitting.read('question-1', { content: 'false' }, token)).truncated).toBe(false);
  });

  const asker = (id: string, kind: 'human' | 'agent' | 'anonymous' = 'human'): ApiToken => ({
    ...token,
    principal: { kind, id },
    scopes: ['ask'],
  });
  const question = (principal: object | undefined, offset = 0): SealedEvent =>
    sealed(
      offset,
      Buffer.from(JSON.stringify({ ...questionAskedV1.example, principal, interactionId: 'question-1' })),
      [],
    );
  const ada = { kind: 'human', id: 'ada' };
  const isRead = (reader: ApiToken, questions: readonly SealedEvent[]) =>
    new InteractionsController(readerOf(questions), vault, audited)
      .read('question-1', { content: 'false' }, reader)
      .then(
        () => true,
        (problem: unknown) => (problem as { code?: string }).code,
      );

  it('given no scope `read`, then the principal that asked reads it', async () => {
    expect(await isRead(asker('ada'), [question(ada), question(ada, 1)])).toBe(true);
  });

  it.each([
    ['another principal', asker('bob'), [question(ada)]],
    ['an agent of that id', asker('ada', 'agent'), [question(ada)]],
    ['nobody who asked', asker('ada'), []],
    ['an anonymous question', asker('anonymous', 'anonymous'), [question({ kind: 'anonymous', id: 'anonymous' })]],
    ['a question without principal', asker('ada'), [question(undefined)]],
    ['an id that another principal used as well', asker('ada'), [question(ada), question({ ...ada, id: 'bob' }, 1)]],
    ['an erased question', asker('ada'), [{ ...question(ada), key: { ...question(ada).key, wrapped: null } }]],
    ['an id of very many questions', asker('ada'), Array.from({ length: 20 }, (_, at) => question(ada, at))],
    ['the scope on another channel', { ...token, channels: ['desk'] }, [question(ada)]],
    ['the scope for content alone', { ...token, scopes: ['content.read' as const] }, [question(ada)]],
  ])('given %s, then it is not there', async (_name, reader, questions) => {
    expect(await isRead(reader, questions)).toBe('http.not_found');
  });
});
