// Asks with the OpenAI client and nothing of ours, and reads the approved answer as a stream.
//   TOKEN=imp_… node examples/chat.mjs "What does a broken check do?"
import OpenAI from 'openai';

const { TOKEN, DELIVERY_URL = 'http://127.0.0.1:3005' } = process.env;
const client = new OpenAI({ apiKey: TOKEN, baseURL: `${DELIVERY_URL}/v1` });
// Repetitions of the client carry the same key, so that its question is asked once.
client.idempotencyHeader = 'Idempotency-Key';

const stream = await client.chat.completions.create({
  model: 'auto',
  messages: [{ role: 'user', content: process.argv[2] ?? 'What does a broken check do?' }],
  stream: true,
  imprimatur: { context: { fragments: [{ id: 'docs/decisions', text: 'A broken check never approves.' }] } },
});
for await (const { choices, imprimatur } of stream) {
  process.stdout.write(choices[0]?.delta.content ?? '');
  if (imprimatur) console.log(`\n(${imprimatur.code ?? imprimatur.answerSource}, seal: ${imprimatur.seal ?? 'none'})`);
}
