import { appendFileSync, readFileSync } from 'node:fs';

import { readScript } from './script.js';
import { startScriptedProvider } from './scripted-provider.js';

/** `node dist/examples/scripted-provider/main.js <script.json> [port] [requests.jsonl]` */
export async function main(args: readonly string[]): Promise<void> {
  const [scriptFile, port = '0', logFile] = args;
  if (scriptFile === undefined) throw new Error('usage: main.js <script.json> [port] [requests.jsonl]');
  const script = readScript(JSON.parse(readFileSync(scriptFile, 'utf8')));
  const provider = await startScriptedProvider({
    script,
    port: Number(port),
    onRequest: (request) => {
      if (logFile !== undefined) appendFileSync(logFile, `${JSON.stringify(request)}\n`);
    },
  });
  console.log(`scripted provider ${script.model} at ${provider.baseUrl}`);
  const stop = (): void => void provider.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

await main(process.argv.slice(2));
