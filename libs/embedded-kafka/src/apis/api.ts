import { type Codec } from '../protocol/codec.js';
import { type WireReader } from '../protocol/wire-reader.js';
import { WireWriter } from '../protocol/wire-writer.js';

export interface Client {
  host: string;
  /** The address by which the client reached the broker. */
  localHost: string;
  /** Aborted when the connection is closed: nobody waits for an answer any more. */
  gone: AbortSignal;
}

export interface Call {
  version: number;
  clientId: string;
  client: Client;
}

export interface ApiRange {
  key: number;
  minVersion: number;
  maxVersion: number;
}

export interface Api extends ApiRange {
  /** Reads the body, acts, and writes the response; nothing for a request that wants no answer. */
  answer(reader: WireReader, call: Call): Promise<Buffer[] | undefined>;
}

export interface ApiDefinition<Q, R> extends ApiRange {
  request: Codec<Q>;
  response: Codec<R>;
  handle(request: Q, call: Call): Promise<R | undefined> | R | undefined;
}

export function defineApi<Q, R>(definition: ApiDefinition<Q, R>): Api {
  const { key, minVersion, maxVersion, request, response } = definition;
  return {
    key,
    minVersion,
    maxVersion,
    async answer(reader, call) {
      const result = await definition.handle(request.read(reader, call.version), call);
      if (result === undefined) return undefined;
      const writer = new WireWriter();
      response.write(writer, result, call.version);
      return writer.finish();
    },
  };
}
