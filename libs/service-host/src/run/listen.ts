import { type AddressInfo } from 'node:net';

import { type INestApplication } from '@nestjs/common';

import { StartError } from '../start-error.js';

const sentences: ReadonlyMap<unknown, (host: string, port: number) => string> = new Map([
  [
    'EADDRINUSE',
    (host: string, port: number) =>
      `Port ${port} of ${host} is taken by another process: set HTTP_PORT to a free one, or 0 for any.`,
  ],
  [
    'EACCES',
    (host: string, port: number) =>
      `Port ${port} of ${host} may not be used by this user: set HTTP_PORT to one above 1023.`,
  ],
  ['EADDRNOTAVAIL', (host: string) => `${host} is no address of this machine: set HTTP_HOST to one that is.`],
  ['ENOTFOUND', (host: string) => `${host} is no address that can be found: set HTTP_HOST to one of this machine.`],
]);

/** Listens and gives the URL with the port that was bound. @throws StartError where the address cannot be taken */
export async function listen(app: INestApplication, host: string, port: number): Promise<string> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const sentence = sentences.get((error as NodeJS.ErrnoException).code);
    throw sentence === undefined ? error : new StartError(sentence(host, port));
  }
  const { port: bound } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
