import { services } from '#libs/contracts';

import { StackError, readStackSettings } from './stack/stack-settings.js';
import { type Stack, startStack } from './stack/start-stack.js';

/** `npm start`: everything on embedded defaults, from nothing; Ctrl-C stops it cleanly. */
export async function main(): Promise<void> {
  const started = Date.now();
  const interrupted = untilInterrupted();
  const stack = await bringUp();
  if (stack === undefined) return;
  print(`up after ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  print(tableOf(stack));
  print(exampleFor(stack));
  const watching = watch(stack);
  await interrupted;
  watching.abort();
  print('\nstopping: work in flight is finished first ...');
  await stack.stop();
  print('stopped');
  process.exit(0);
}

async function bringUp(): Promise<Stack | undefined> {
  try {
    return await startStack({ settings: readStackSettings(process.env), say: (line) => print(`- ${line}`) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error instanceof StackError ? error.message : `not started: ${error.message}`}\n`);
    process.exitCode = 1;
    process.exit();
  }
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** A service that ends by itself is said at once: the stack goes on without it. */
function watch(stack: Stack): AbortController {
  const watching = new AbortController();
  for (const service of services) {
    const child = stack.process(service);
    void child.exited.then((code) => {
      if (watching.signal.aborted) return;
      print(`${service} has ended (exit code ${code ?? 'none'}); see ${child.logFile}`);
    });
  }
  return watching;
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
