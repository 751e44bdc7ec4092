import { declaredCapabilities } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { planned } from '../fixtures/planned.fixture-spec.js';
import { type Job } from './job.js';
import { modelCall } from './model-call.js';

const endpoint = scriptedProfile();
const { plan } = planned({ interactionId: 'question-1', channel: 'web', question: '?' });
const way = { endpoint, mode: 'strict', plan, rungs: [{ capabilities: declaredCapabilities(endpoint) }] } as const;
const jobWith = (limits: NonNullable<Job['content']['question']['limits']>): Job => ({
  ...{ namespace: 'default', interactionId: 'question-1', ordinal: 0, channel: 'web' },
  questionDigest: sha256('question'),
  content: { question: { interactionId: 'question-1', channel: 'web', question: '?', limits }, errors: [] },
  traceparent: undefined,
});

describe('a model call', () => {
  it("given the asker's limits, then they hold only where they are lower than the profile's", () => {
    const call = modelCall(jobWith({ outputTokens: 7, outputBytes: 1_000_000 }), way, 2, 60_000);
    expect(call.limits).toEqual({ totalMs: 20_000, idleMs: 10_000, outputBytes: 10_000, outputTokens: 7 });
    expect(call.marker).toBe('default/question-1/0/2');
  });

  it('given little time left, then the call has no more than that', () => {
    expect(modelCall(jobWith({}), way, 1, 300).limits.totalMs).toBe(300);
  });

  it('given tools, then the model is offered them, and told that a call is a proposal', () => {
    const tools = [{ name: 'refund', parameters: { type: 'object' } }];
    const job = { ...jobWith({}), content: { question: { ...jobWith({}).content.question, tools }, errors: [] } };
    const call = modelCall(job, way, 1, 300);
    expect(call.tools).toMatchObject([{ name: 'refund' }]);
    expect(call.messages[0]?.content).toContain('To call one proposes an act');
    expect(modelCall(jobWith({}), way, 1, 300)).not.toHaveProperty('tools');
  });

  it('given sources and a profile that may not see them, then no call is made of it', () => {
    const question = { ...jobWith({}).content.question, context: { fragments: [{ id: 'f', text: 'secret' }] } };
    const job = { ...jobWith({}), content: { question, errors: [] } };
    const unapproved = scriptedProfile({ disclosureApproved: false });
    expect(() => modelCall(job, { ...way, endpoint: unapproved }, 1, 300)).toThrow('may not be disclosed');
  });
});
