import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type KeySet, readKeySet } from '#libs/seal';

import { type ScriptedProvider, startScriptedProvider } from '../examples/scripted-provider/index.js';
import { demoConfiguration, demoScript } from './demo/demo-configuration.js';
import { type DemoExample, readExamples } from './demo/demo-example.js';
import {
  differences,
  followStories,
  type Story,
  type StoryEvent,
  storyOf,
  type StoryTeller,
  type Witness,
} from './demo/story.js';
import { timelineOf } from './demo/timeline.js';
import { onInterruption } from './stack/interruption.js';
import { portsOf, readStackSettings, type StackSettings } from './stack/stack-settings.js';
import { type Stack, startStack } from './stack/start-stack.js';

/**
 * `npm run demo`: the stack on free ports and in a folder of its own, asked the questions of examples/demo.
 * With `--json` one line an example. Exit code 0 when every example went as it declares.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const asJson = argv.includes('--json');
  const say = (line: string): void => void (asJson ? process.stderr : process.stdout).write(`${line}\n`);
  const signal = onInterruption(say);
  const dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-demo-'));
  // The database's own user passes through it; keys and logs lie in folders that are closed.
  await chmod(dataDir, 0o711);
  const examples = await readExamples();
  const provider = await startScriptedProvider({ script: demoScript(examples) });
  try {
    const configure = demoConfiguration(provider.baseUrl);
    const stack = await startStack({ settings: demoSettings(dataDir), configure, say, signal });
    try {
      const witness = { keys: await keySetOf(stack), modelCallsOf: callsAt(provider) };
      process.exitCode = (await play(stack, witness, { examples, asJson, signal })) ? 0 : 1;
    } finally {
      await stack.stop();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Brokers and database as `npm start` takes them; ports and data of its own. */
function demoSettings(dataDir: string): StackSettings {
  const { kafka, databaseUrl } = readStackSettings(process.env);
  return {
    dataDir,
    kafka: 'brokers' in kafka ? kafka : { port: 0 },
    databaseUrl,
    httpPorts: portsOf(() => 0),
    configurationFile: null,
  };
}

/** Each request names its interaction in its marker: `namespace/interaction/ordinal/number`. */
function callsAt({ requests }: ScriptedProvider): Witness['modelCallsOf'] {
  return (interactionId) => requests.filter(({ marker }) => marker?.split('/')[1] === interactionId).length;
}

interface Performance {
  readonly examples: readonly DemoExample[];
  readonly asJson: boolean;
  readonly signal: AbortSignal;
}

async function play(stack: Stack, witness: Witness, { examples, asJson, signal }: Performance): Promise<boolean> {
  const channels = [...new Set(examples.map(({ question }) => question.channel))];
  const teller = await followStories(
    stack.brokers,
    channels.map((id) => ({ id, namespaces: 'every' as const })),
  );
  let asDeclared = true;
  try {
    for (const example of examples) {
      await ask(stack, example);
      const events = await untilTold(teller, example, signal);
      const story = await storyOf(example, events, witness);
      const wrong = differences(story, example);
      asDeclared &&= wrong.length === 0;
      process.stdout.write(asJson ? `${JSON.stringify(story)}\n` : shown(example, events, story, wrong));
    }
  } finally {
    await teller.stop();
  }
  return asDeclared;
}

async function ask(stack: Stack, example: DemoExample): Promise<void> {
  const response = await fetch(`${stack.urls.delivery}/v1/questions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.files.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(example.question),
  });
  if (response.status !== 202) throw new Error(`${example.name}: asked, and got ${response.status}`);
  await response.body?.cancel();
}

async function untilTold(
  teller: StoryTeller,
  example: DemoExample,
  signal: AbortSignal,
): Promise<readonly StoryEvent[]> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const events = teller.eventsOf(example.question.interactionId);
    if (events !== undefined) return events;
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error(`${example.name}: no outcome after 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function keySetOf(stack: Stack): Promise<KeySet> {
  const keys = readKeySet(JSON.parse(await readFile(stack.files.keySetFile, 'utf8')));
  if (!keys.ok) throw new Error(`the key set cannot be read: ${keys.failure.code}`);
  return keys.value;
}

function shown(example: DemoExample, events: readonly StoryEvent[], story: Story, wrong: readonly string[]): string {
  const verdict = wrong.length === 0 ? 'as declared' : `NOT as declared: ${wrong.join(', ')}`;
  return `\n${timelineOf(example, events, story)}  => ${verdict}\n`;
}
