// A channel bot: reads published.web.v1 with kafkajs, verifies each seal with node:crypto, and prints what was approved.
//   node examples/bot.mjs [answers to wait for, 0 for ever]
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { Kafka, logLevel } from 'kafkajs';

const jwksUrl = process.env.JWKS_URL ?? 'http://127.0.0.1:3005/.well-known/jwks.json';
const wanted = Number(process.argv[2] ?? 0);
const seen = new Set();

const sha256 = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());

// RFC 8785 for what an answer holds: objects, arrays, strings, booleans, null and whole numbers; our names are ASCII.
const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.keys(value)
          .sort()
          .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
          .join(',')}}`
      : JSON.stringify(value);

async function publicKey(kid) {
  const { keys } = await (await fetch(jwksUrl)).json();
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error('unknown key');
  return createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
}

async function isApproved(answer) {
  const [header, payload, signature] = answer.seal.split('.');
  const { alg, kid, typ, ...more } = decode(header);
  if (alg !== 'EdDSA' || typ !== 'imprimatur-approval+jws' || Object.keys(more).length > 0) return false;
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, await publicKey(kid), Buffer.from(signature, 'base64url'))) return false;
  const claims = decode(payload);
  const { text, seal: _seal, ...rest } = answer;
  return (
    claims.text === sha256(text) &&
    claims.rest === sha256(canonical(rest)) &&
    claims.sub === answer.interactionId &&
    claims.aud === answer.channel &&
    claims.ns === answer.namespace
  );
}

// Where the broker asks for logins: KAFKA_SASL_USERNAME, and the password in the file KAFKA_SASL_PASSWORD_FILE.
const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD_FILE: passwordFile } = process.env;
const password = passwordFile && readFileSync(passwordFile, 'utf8').trim();
const sasl = username ? { mechanism: 'scram-sha-512', username, password } : undefined;

const kafka = new Kafka({
  sasl,
  clientId: 'example-bot',
  brokers: (process.env.KAFKA_BROKERS ?? '127.0.0.1:9092').split(','),
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({ groupId: 'bot.web.example', maxWaitTimeInMs: 300 });
await consumer.connect();
await consumer.subscribe({ topics: ['published.web.v1'], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    const id = message.headers.ce_id.toString();
    if (seen.has(id)) return; // A handover may repeat a record: same id, same bytes.
    seen.add(id);
    const data = JSON.parse(message.value.toString());
    const type = message.headers.ce_type.toString();
    if (type === 'answer.completed.v1' && !(await isApproved(data))) throw new Error('a seal does not verify');
    console.log(JSON.stringify({ type, interactionId: data.interactionId, text: data.text ?? data.message }));
    if (seen.size === wanted) setImmediate(() => consumer.disconnect().then(() => process.exit(0)));
  },
});
