import { type CodeRow } from './code-row.js';
import { portabilityCodes, schemaCodes } from './schema-codes.js';

const notAccepted = 'The question was not accepted.';
const noAnswer = 'No answer could be produced.';
const notApproved = 'The answer was withheld because it did not pass the checks.';

const eventCodes = {
  'event.tombstone': { says: 'the record has no value' },
  'event.batch': { says: 'a batch of CloudEvents in one record' },
  'event.content_type': { says: 'a content type that this topic does not take' },
  'event.repeated_header': { says: 'a repeated `ce_*` or `content-type` header' },
  'event.attributes': { says: 'a required CloudEvents attribute is missing or malformed' },
  'event.contradiction': { says: 'header, topic and body do not agree' },
  'event.not_json': { says: 'the value is not JSON in UTF-8' },
  'event.too_deep': { says: 'nested deeper than 100 levels' },
  'event.ill_formed': { says: 'a string holds U+0000 or a lone surrogate' },
  'event.bare': { says: 'a record without CloudEvents attributes on a topic that needs them' },
  'event.schema': { says: 'the data breaks its schema' },
  'event.too_large': { says: 'the serialised event is above the limit of its topic' },
  'event.id_reused': { says: 'the same source and id came with another digest' },
  unsupported_version: { says: 'an unknown major version; replayable after an upgrade' },
  'internal.bug': { says: 'the slice failed unexpectedly after every try' },
} as const satisfies Record<string, CodeRow>;

const questionCodes = {
  'question.invalid': { says: 'the question breaks its schema', client: notAccepted },
  'question.unknown_member': { says: 'the question holds a member that its schema does not name', client: notAccepted },
  'question.ill_formed': {
    says: 'a string of the question holds U+0000 or a lone surrogate, or a number is beyond all',
    client: notAccepted,
  },
  'question.too_deep': { says: 'the question is nested deeper than 100 levels', client: notAccepted },
  'question.too_large': { says: 'the question is above 256 kB', client: notAccepted },
  'question.unknown_channel': { says: 'no such channel is configured; there is only the dead letter' },
  'question.id_reused': { says: 'the id belongs to another question' },
  'question.contradiction': { says: 'two members of the question do not agree', client: notAccepted },
  not_supported_yet: { says: 'a declared member that no service reads yet', client: notAccepted },
} as const satisfies Record<string, CodeRow>;

const generationCodes = {
  'provider.unobserved': {
    says: 'a request was sent, or a 5xx other than 503 came back, and nobody knows what became of it; it is not sent again',
    client: noAnswer,
  },
  'provider.unavailable': { says: 'no connection, or 503, after every attempt', client: noAnswer },
  'provider.rate_limited': { says: '429 after every attempt', client: noAnswer },
  'provider.request_refused': {
    says: 'a 3xx or 4xx answer: address, key, model or request are wrong',
    client: noAnswer,
  },
  'provider.host_refused': {
    says: 'the profile names a host that may not be called, or its name leads to an address that may not; nothing was sent',
    client: noAnswer,
  },
  'provider.broken': { says: 'the stream ended or failed before its finish', client: noAnswer },
  'provider.malformed': { says: 'what came is not the wire format of the adapter', client: noAnswer },
  'provider.timeout': { says: 'the time for the call was up', client: noAnswer },
  'provider.idle': { says: 'the stream stood still for too long', client: noAnswer },
  'provider.cost_limit': {
    says: "the next call could cost more than the profile's limit for one question leaves, or what was paid is unknown; it was not made",
    client: noAnswer,
  },
  'provider.circuit_open': {
    says: 'the endpoint failed several times in a row and rests, for longer than the question has time; it was not called',
    client: noAnswer,
  },
  'provider.too_large': { says: 'the response is above the limit of bytes', client: noAnswer },
  'provider.not_configured': {
    says: 'the policy names no usable profile, or its secret cannot be read',
    client: noAnswer,
  },
  'provider.unprobed': {
    says: 'no probe of a profile that could answer holds: missing, too old, or made for another model, URL or adapter version',
    client: noAnswer,
  },
  'generation.unknown_model': {
    says: 'the question names a model that its policy does not offer, or a quality that none of them has',
    client: 'The question names a model that is not there.',
  },
  'generation.unknown_agent': {
    says: 'the question names an agent that is not there for its namespace and channel',
    client: 'The question names an agent that is not there.',
  },
  'generation.tool_unusable': {
    says: 'a tool has a schema that is not taken, or the name under which the answer itself is asked for',
    client: notAccepted,
  },
  'generation.agent_inactive': {
    says: 'the question names an agent that is not active',
    client: 'The question names an agent that is not active.',
  },
  'generation.expired': { says: "the question's time was up before a call began", client: noAnswer },
  'generation.draft_too_large': {
    says: 'response and window together are above the limit of the topic',
    client: noAnswer,
  },
} as const satisfies Record<string, CodeRow>;

/** Why a profile or a form of it was passed over; a draft names them, a client is not told. */
const routingCodes = {
  'profile.disabled': { says: 'the profile is disabled' },
  'profile.not_disclosable': { says: 'source text may not be sent to the endpoint of the profile' },
  'profile.unprobed': { says: 'the profile was never probed, and the policy does not let it in by name' },
  'profile.probe_other': {
    says: 'the probe was made for another model, URL or adapter version, and the policy does not let the profile in by name',
  },
  'profile.probe_old': { says: 'the probe is too old, and the policy does not let the profile in by name' },
  'profile.no_tools': { says: 'the question brings tools, and the profile has no tool calls' },
  'profile.no_form': { says: 'the profile can be held to no form at all' },
  'profile.no_strict': { says: 'the profile can be held to its form, but not strictly' },
  'profile.schema_limited': { says: 'the schema uses a keyword that the endpoint does not take' },
  'risk.needs_strict': { says: 'the risk of the question allows no form but the strict one' },
} as const satisfies Record<string, CodeRow>;

const validationCodes = {
  'parse.not_json': { says: 'the response is not JSON', client: notApproved },
  'parse.mixed_text': { says: 'text stands before or after the JSON value', client: notApproved },
  'parse.duplicate_key': { says: 'an object names a member twice', client: notApproved },
  'parse.too_deep': { says: 'nested deeper than 32 levels', client: notApproved },
  'parse.too_large': { says: 'the response text is above 256 kB', client: notApproved },
  'parse.unsafe_number': { says: 'a number that loses digits', client: notApproved },
  'parse.ill_formed': { says: 'a string holds U+0000 or a lone surrogate', client: notApproved },
  'envelope.refusal': { says: 'the model refused', client: notApproved },
  'envelope.filtered': { says: "the provider's filter ended the response", client: notApproved },
  'envelope.truncated': {
    says: 'the response was cut off by a limit',
    client: 'The answer was cut off before it was complete.',
  },
  'envelope.empty': { says: 'no text', client: notApproved },
  'envelope.unfinished': { says: 'no known finish reason', client: notApproved },
  'envelope.unknown_tool': { says: 'a call of a tool that was not offered', client: notApproved },
  'envelope.tool_arguments': {
    says: 'arguments of a tool call that its schema does not take, or too many calls',
    client: notApproved,
  },
  'envelope.missing_tool_call': { says: 'ended as a tool call, and there is none', client: notApproved },
  'envelope.several_choices': { says: 'not exactly one choice', client: notApproved },
  'envelope.model_mismatch': { says: 'the response names a model that the profile does not', client: notApproved },
  'schema.contract': { says: 'the object breaks the answer contract', client: notApproved },
  'entity.unknown_citation': { says: 'a cited entity is not in the context', client: notApproved },
  'entity.unknown_mention': { says: 'the text rests on an entity that is not in the context', client: notApproved },
  'documentation.unknown_citation': { says: 'a cited document is not in the window', client: notApproved },
  'reference.unknown_marker': { says: 'a citation number that the window does not have', client: notApproved },
  'check.broken': { says: 'a check threw, timed out or lacked its input', client: notApproved },
  'answer.too_large': { says: 'what would be published is above the limit of the topic', client: notApproved },
  'config.unknown_revision': { says: 'the draft was made under a configuration that this service never read' },
} as const satisfies Record<string, CodeRow>;

const sealCodes = {
  'seal.malformed': { says: 'not a compact JWS of the right type' },
  'seal.algorithm': { says: 'an algorithm other than EdDSA, or a key carried in the header' },
  'seal.unknown_key': { says: 'the key id is not in the trusted set' },
  'seal.revoked_key': { says: 'the key was revoked' },
  'seal.signature': { says: 'the signature does not verify' },
  'seal.payload': { says: 'the payload is not the canonical form of the sealed members' },
  'seal.object': { says: 'the object is not the one that was sealed' },
  'seal.place': { says: 'sealed for another interaction, namespace or channel' },
  'seal.question': { says: 'sealed for another question' },
  'seal.refused': { says: 'delivery would not hand the record to the producer', client: noAnswer },
} as const satisfies Record<string, CodeRow>;

const deliveryCodes = {
  'review.pending': { says: 'a person decides', client: 'A person reviews this answer before it is published.' },
  'delivery.deadline': { says: "the question's time was up", client: 'No answer was ready in time.' },
  'delivery.late': { says: 'an outcome after the outcome; recorded, never published' },
  'internal.dead_letter': { says: 'a service could not handle an event of this question', client: noAnswer },
  'source.revoked': { says: 'a source may no longer be disclosed', client: 'A source of this answer was withdrawn.' },
} as const satisfies Record<string, CodeRow>;

const replayCodes = {
  'replay.no_dead_letter': { says: 'no dead letter lies there, or it is kept no longer' },
  'replay.no_reader': { says: 'the service of the dead letter does not take records of its topic' },
  'replay.question_gone': { says: 'the record of the closed question is kept no longer, so it cannot be asked anew' },
  'replay.waits': { says: 'the record waits for something that the service needs; replay it again later' },
  'replay.owner_away': { says: 'the service that wrote the dead letter cannot be reached' },
} as const satisfies Record<string, CodeRow>;

const recordCodes = {
  'record.erased': { says: 'the data key was destroyed with the content of its interaction' },
  'record.master_key_unknown': { says: 'the data key is wrapped by a master key that the key file does not hold' },
  'record.master_key_wrong': { says: 'the master key of this id does not unwrap the data key' },
  'record.undecryptable': { says: 'the ciphertext does not belong to its data key, chain and offset' },
  'record.offset_reused': {
    says: 'the broker holds another record at an offset that is recorded: the topic was made anew',
  },
  'record.gap': { says: 'a row of the chain is missing' },
  'record.order': { says: 'a row of the chain stands in another place' },
  'record.altered': { says: 'a row of the chain was changed' },
} as const satisfies Record<string, CodeRow>;

const startCodes = {
  'key.invalid': { says: 'a key or key set is malformed' },
  'master_keys.invalid': { says: "the ledger's master key file is malformed" },
  'secret.missing': { says: 'the variable or file that a secret names is not there' },
  'secret.exposed': { says: "a secret's file can be read by others than its owner" },
} as const satisfies Record<string, CodeRow>;

const httpCodes = {
  'http.not_json': { says: 'the body is not JSON' },
  'http.content_type': { says: 'the content type is not application/json' },
  'http.too_large': { says: 'the body is above the limit' },
  'http.unauthorised': { says: 'no valid bearer token' },
  'http.forbidden': { says: 'the token does not allow this' },
  'http.not_found': { says: 'nothing here that this token may read' },
  'http.method': { says: 'no such route' },
  'http.conflict': { says: 'the id or key was used with another body' },
  'http.rate_limited': { says: 'too many requests with this token' },
  'http.invalid': { says: 'a parameter is malformed' },
  'http.unknown_model': { says: 'no model of this name, or not for this token: `GET /v1/models` lists them' },
  'http.unsupported_member': { says: 'a member of the request, or its value, that this route does not take' },
  'http.unavailable': { says: 'a part that this request needs is away' },
  'http.internal': { says: 'an unexpected failure' },
} as const satisfies Record<string, CodeRow>;

/** Why a service is not ready, as `/health/ready` says it; `<worker>.failing` names a worker of the service. */
const readinessCodes = {
  starting: { says: 'the service has not started all its parts yet' },
  stopping: { says: 'the service is on its way out' },
  'config.reading': { says: 'the configuration was not read to its end yet' },
  'config.empty': { says: 'no configuration lies on its topic: the ledger writes it when it starts' },
  'config.invalid': {
    says: 'the configuration breaks its schema, or names what is not there: a file is refused, and what lies on the topic is not taken',
  },
  'flow.not_started': { says: 'the event flow was not started, or was stopped' },
  'kafka.away': { says: 'the broker cannot be reached' },
  'kafka.unauthenticated': { says: 'the broker refuses the login: the principal or its password is wrong' },
  'kafka.unauthorised': {
    says: 'the broker does not let the principal do what is asked of it: `imprimatur topics apply` gives the rules',
  },
  'database.away': { says: 'the database cannot be reached' },
  'topics.missing': {
    says: 'a topic that the service reads or writes does not exist, or its principal has no rule that lets it see the topic',
  },
  'group.joining': {
    says: 'the broker is there and the consumer group has not let this member in yet; after a crash it first waits for the member that is gone, up to the session timeout',
  },
  rebalancing: { says: 'a consumer group is being reassigned for longer than ten seconds' },
  'lane.waiting': { says: 'a record waits: its slice asked for it, or it fails and may not be passed over' },
  'slice.stuck': { says: 'a slice runs far past its deadline' },
  'dead_letter.blocked': { says: 'a dead letter cannot be written' },
  'relay.stopped': { says: 'the relay of the outbox has no session, or cannot send what is filed' },
  'kafka.consumer_crashed': { says: 'a consumer fails again and again with the broker there: the process ends itself' },
  'drafting.failing': { says: 'generation cannot read its queue' },
  'purge.failing': { says: "the sweep of generation's jobs fails" },
  'deadlines.failing': { says: 'delivery cannot fail the questions whose time is up' },
  'keys.failing': { says: 'the changed key file cannot be used: the keys stay as they were' },
  'contents.failing': { says: "the sweep of delivery's questions fails" },
  'streams.failing': { says: 'delivery cannot look for what its open streams wait for' },
} as const satisfies Record<string, CodeRow>;

export const codeFamilies = {
  event: eventCodes,
  question: questionCodes,
  generation: generationCodes,
  routing: routingCodes,
  validation: validationCodes,
  schema: schemaCodes,
  portability: portabilityCodes,
  seal: sealCodes,
  delivery: deliveryCodes,
  replay: replayCodes,
  http: httpCodes,
  start: startCodes,
  record: recordCodes,
  readiness: readinessCodes,
} as const;

/** Every stable code of the product, in one table; the reference page is made from it. */
export const codes = {
  ...eventCodes,
  ...questionCodes,
  ...generationCodes,
  ...routingCodes,
  ...validationCodes,
  ...schemaCodes,
  ...portabilityCodes,
  ...sealCodes,
  ...deliveryCodes,
  ...replayCodes,
  ...httpCodes,
  ...startCodes,
  ...recordCodes,
  ...readinessCodes,
} as const;

export type Code = keyof typeof codes;
export type SchemaCode = keyof typeof schemaCodes;
export type PortabilityCode = keyof typeof portabilityCodes;
export type ReadinessReason = keyof typeof readinessCodes;
/** A worker that may say that it fails has its row. */
export type WorkerName = { [R in ReadinessReason]: R extends `${infer Name}.failing` ? Name : never }[ReadinessReason];
/** A code that may end a question in a client's sight. */
export type OutcomeCode = { [C in Code]: (typeof codes)[C] extends { client: string } ? C : never }[Code];

export function isOutcomeCode(code: string): code is OutcomeCode {
  return Object.hasOwn(codes, code) && 'client' in codes[code as Code];
}

export const publicSentence = (code: OutcomeCode): string => codes[code].client;
