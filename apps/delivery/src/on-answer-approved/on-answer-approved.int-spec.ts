import { generateKeyPairSync } from 'node:crypto';

import { CompactSign, importJWK } from 'jose';

import { answerApprovedV1, type PublishedAnswer, type Question, questionAskedV1, terminalId } from '#libs/contracts';
import { type SliceResult } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { sealing } from '../fixtures/sealing.fixture-spec.js';
import { eventsOf, newQuestion, openTrial, type Trial, typesOf } from '../fixtures/trial.fixture-spec.js';
import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { onQuestionAsked } from '../on-question-asked/on-question-asked.js';
import { onAnswerApproved } from './on-answer-approved.js';

describe('on answer approved', () => {
  let database: TestDatabase;
  let trial: Trial;

  beforeAll(async () => {
    database = await testDatabase('delivery');
    trial = await openTrial(database.url);
  });
  afterAll(async () => {
    await trial?.dataSource.destroy();
    await database?.drop();
  });

  const approve = (answer: PublishedAnswer): Promise<SliceResult> =>
    trial.take(answerApprovedV1, onAnswerApproved(trial.ports), answer);
  const ask = (question: Question): Promise<SliceResult> =>
    trial.take(
      questionAskedV1,
      onQuestionAsked(trial.ports, () => configuration),
      question,
    );

  it('given an open question, when its answer comes, then it is completed with the very bytes', async () => {
    const question = await trial.ask();
    const answer = await trial.answerTo(question);
    const [event] = eventsOf(await approve(answer));
    expect(event).toMatchObject({
      id: terminalId('default', question.interactionId),
      topic: 'published.web.v1',
      key: `default/${question.interactionId}`,
      headers: { ce_type: 'answer.completed.v1', ce_source: 'urn:imprimatur:delivery' },
    });
    expect(event?.value.equals(Buffer.from(JSON.stringify(answer)))).toBe(true);
    expect(await trial.row(question)).toMatchObject({ state: 'COMPLETED', published: event?.value });
  });

  it('given no question yet, when the answer comes first, then it waits and is published with the question', async () => {
    const question = newQuestion();
    const answer = await trial.answerTo(question);
    expect(eventsOf(await approve(answer))).toEqual([]);
    expect(await trial.row(question)).toMatchObject({ state: 'AWAITING', asked: null });
    expect(typesOf(await ask(question))).toEqual(['answer.completed.v1']);
  });

  it('given an early answer to another question under the id, when the question comes, then it stays open', async () => {
    const question = newQuestion();
    await approve(await trial.answerTo({ ...question, question: 'another one' }));
    expect(eventsOf(await ask(question))).toEqual([]);
    expect(await trial.lateCodes(question)).toEqual(['seal.question']);
    expect(typesOf(await approve(await trial.answerTo(question)))).toEqual(['answer.completed.v1']);
  });

  it('given a completed question, when a second outcome comes, then it is recorded as late and not published', async () => {
    const question = await trial.ask();
    await approve(await trial.answerTo(question));
    expect(eventsOf(await approve(await trial.answerTo(question, { text: 'another text' })))).toEqual([]);
    expect(eventsOf(await approve(answerOf(question, 'e30.e30.e30')))).toEqual([]);
    expect(await trial.lateCodes(question)).toEqual(['delivery.late', 'delivery.late']);
  });

  const answerOf = ({ interactionId, namespace = 'default', channel }: Question, seal: string): PublishedAnswer => ({
    ...answerApprovedV1.example,
    interactionId,
    namespace,
    channel,
    seal,
  });

  const resealed = async (answer: PublishedAnswer, header: object, key: Parameters<CompactSign['sign']>[0]) => {
    const payload = Buffer.from(answer.seal.split('.')[1] ?? '', 'base64url');
    const seal = await new CompactSign(payload).setProtectedHeader(header as { alg: string }).sign(key);
    return { ...answer, seal };
  };

  const forgeries: [string, string, (question: Question) => Promise<PublishedAnswer>][] = [
    [
      'another key under the trusted kid',
      'seal.signature',
      async (question) => {
        const { privateKey } = generateKeyPairSync('ed25519');
        const header = { alg: 'EdDSA', kid: 'test-1', typ: 'imprimatur-approval+jws' };
        return resealed(await trial.answerTo(question), header, privateKey);
      },
    ],
    [
      'a key that nobody trusts',
      'seal.unknown_key',
      async (question) => {
        const { interactionId, questionDigest, namespace, channel } = await trial.answerTo(question);
        return (await sealing('stranger')).answer({ interactionId, questionDigest, namespace, channel });
      },
    ],
    [
      'alg none',
      'seal.algorithm',
      async (question) => {
        const answer = await trial.answerTo(question);
        const header = { alg: 'none', kid: 'test-1', typ: 'imprimatur-approval+jws' };
        const [, payload = '', signature = ''] = answer.seal.split('.');
        const forged = Buffer.from(JSON.stringify(header)).toString('base64url');
        return { ...answer, seal: `${forged}.${payload}.${signature}` };
      },
    ],
    [
      'HS256 with the public key as its secret',
      'seal.algorithm',
      async (question) => {
        const secret = await importJWK({ kty: 'oct', k: trial.sealing.publicJwk.x, alg: 'HS256' });
        const header = { alg: 'HS256', kid: 'test-1', typ: 'imprimatur-approval+jws' };
        return resealed(await trial.answerTo(question), header, secret);
      },
    ],
    ['a right seal for another channel', 'seal.place', (question) => trial.answerTo(question, { channel: 'desk' })],
    [
      'a right seal under a changed channel',
      'seal.place',
      async (question) => ({ ...(await trial.answerTo(question, { channel: 'desk' })), channel: 'web' }),
    ],
    [
      'a right seal of another interaction',
      'seal.place',
      async (question) => {
        const { interactionId } = question;
        return { ...(await trial.answerTo(question, { interactionId: 'another-interaction' })), interactionId };
      },
    ],
    [
      'a right seal of another namespace',
      'seal.place',
      async (question) => ({ ...(await trial.answerTo(question, { namespace: 'other' })), namespace: 'default' }),
    ],
    [
      'a dropped limitation',
      'seal.object',
      async (question) => ({ ...(await trial.answerTo(question, { limitations: ['One source.'] })), limitations: [] }),
    ],
    [
      'another text under a right seal',
      'seal.object',
      async (question) => ({ ...(await trial.answerTo(question)), text: 'a text that nobody approved' }),
    ],
    [
      'a right seal for another question',
      'seal.question',
      (question) => trial.answerTo(question, { questionDigest: `sha256:${'f'.repeat(64)}` }),
    ],
  ];

  it.each(forgeries)(
    'given %s for a live question, then it is dead-lettered as %s and the question still completes',
    async (_name, code, forge) => {
      const question = await trial.ask();
      expect(await approve(await forge(question))).toMatchObject({ kind: 'deadLetter', refusal: { code } });
      expect(await trial.row(question)).toMatchObject({ state: 'OPEN', published: null });
      expect(typesOf(await approve(await trial.answerTo(question)))).toEqual(['answer.completed.v1']);
    },
  );

  it.each(forgeries.filter(([, code]) => !['seal.question', 'seal.place'].includes(code)))(
    'given %s before the question, then it is dead-lettered as %s and leaves no row',
    async (_name, code, forge) => {
      const question = newQuestion();
      expect(await approve(await forge(question))).toMatchObject({ kind: 'deadLetter', refusal: { code } });
      expect(await trial.row(question)).toBeUndefined();
    },
  );
});
