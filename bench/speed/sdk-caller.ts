import { setTimeout as pause } from 'node:timers/promises';

import OpenAI from 'openai';

import { arrivals } from './arrivals.js';
import { latencyOf } from './figures.js';
import { answer, model } from './load.js';
import { cpuMsOf } from './process-cpu.js';

/** `<base URL> <calls> <calls at once>` or `<base URL> <calls> <a second> <seed>`: one JSON line when it is done. */
const [baseURL = '', count = '0', pace = '0', seed] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
const prompt = { role: 'user' as const, content: 'x'.repeat(3500) };

/** One call as the SDK's own page shows it. @throws Error when the answer is not the scripted one, whole */
async function call(): Promise<void> {
  const stream = await client.chat.completions.create({
    model,
    messages: [prompt],
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  if (text !== answer) throw new Error('the provider said something else');
}

async function saturated(calls: number, atOnce: number): Promise<object> {
  const before = cpuMsOf(process.pid);
  const started = performance.now();
  let begun = 0;
  const worker = async () => {
    while (begun++ < calls) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: calls / seconds, cpuMsPerAnswer: (cpuMsOf(process.pid) - before) / calls };
}

async function openLoop(calls: number, perSecond: number, seedOf: number): Promise<object> {
  const started = performance.now() + 200;
  const timed = arrivals(perSecond, calls, seedOf).map(async (due) => {
    await pause(started + due - performance.now());
    await call();
    return performance.now() - started - due;
  });
  return latencyOf(await Promise.all(timed));
}

await saturated(50, 4);
const found = seed === undefined ? saturated(+count, +pace) : openLoop(+count, +pace, +seed);
process.stdout.write(`${JSON.stringify(await found)}\n`);
