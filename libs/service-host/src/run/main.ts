import { type ServiceDefinition } from '../service.js';
import { processEnvironment, type ServiceSettings } from '../settings.js';
import { runService } from './run-service.js';
import { ServiceProcess } from './service-process.js';

/**
 * The body of a service's main.ts. SIGTERM and SIGINT stop it in good order (exit code 0), also while it starts; a
 * start that fails prints one sentence (exit code 1); a fault that only a new process heals stops it with exit code 1.
 */
export async function main<S extends ServiceSettings>(definition: ServiceDefinition<S>): Promise<void> {
  const service = new ServiceProcess((options) => runService(definition, processEnvironment(), options), {
    exit: (code) => process.exit(code),
    say: (sentence) => process.stderr.write(`${definition.service}: ${sentence}\n`),
  });
  process.on('uncaughtException', (error) => service.fail(error));
  process.on('SIGTERM', () => service.stop(0));
  process.on('SIGINT', () => service.stop(0));
  await service.run();
}
