import { once } from 'node:events';

import { services } from '#libs/contracts';

import { onInterruption } from './stack/interruption.js';
import { StackError, readStackSettings } from './stack/stack-settings.js';
import { type Stack, startStack } from './stack/start-stack.js';

/** `npm start`: everything on embedded defaults, from nothing; Ctrl-C stops it cleanly, also in the middle of a start. */
export async function main(): Promise<void> {
  const started = Date.now();
  const interruption = onInterruption(print);
  const stack = await bringUp(interruption);
  if (stack === undefined) return;
  print(`up after ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  print(tableOf(stack));
  print(exampleFor(stack));
  watch(stack, interruption);
  if (!interruption.aborted) await once(interruption, 'abort');
  await stack.stop();
  print('stopped');
  process.exit(0);
}

async function bringUp(signal: AbortSignal): Promise<Stack | undefined> {
  try {
    return await startStack({ settings: readStackSettings(process.env), signal, say: (line) => print(`- ${line}`) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (signal.aborted) print('stopped');
    else process.stderr.write(`${error instanceof StackError ? error.message : `not started: ${error.message}`}\n`);
    process.exit(signal.aborted ? 0 : 1);
  }
}

/** A process that ends by itself is said at once: the rest goes on without it. */
function watch(stack: Stack, interruption: AbortSignal): void {
  const children = services.map((service) => stack.process(service));
  for (const child of stack.broker ? [stack.broker, ...children] : children) {
    void child.exited.then((code) => {
      if (interruption.aborted) return;
      print(`${child.name} has ended (exit code ${code ?? 'none'}); see ${child.logFile}`);
    });
  }
}

function tableOf(stack: Stack): string {
  const rows: [string, string][] = [
    ['Kafka', stack.brokers.join(', ')],
    ...services.map((service): [string, string] => [service, stack.urls[service]]),
    ['configuration', stack.files.configurationFile],
    ['logs', stack.files.logDir],
    ['local token', stack.files.token],
  ];
  return `${rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`).join('\n')}\n`;
}

function exampleFor(stack: Stack): string {
  const body = JSON.stringify({
    interactionId: 'hello-imprimatur',
    channel: 'web',
    question: 'What does a broken check do?',
    context: { fragments: [{ id: 'docs/decisions', text: 'A broken check never approves.' }] },
  });
  return [
    'Ask a question (another terminal):',
    `  curl -s ${stack.urls.delivery}/v1/questions -H 'authorization: Bearer ${stack.files.token}' -H 'content-type: application/json' -d '${body}'`,
    `  curl -sN ${stack.urls.delivery}/v1/interactions/hello-imprimatur/events -H 'authorization: Bearer ${stack.files.token}'`,
    'or: npx imprimatur ask "What does a broken check do?"',
    'Ctrl-C stops everything.',
  ].join('\n');
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
