import { type Api, type Client } from '../apis/api.js';
import { ErrorCode } from '../protocol/error-code.js';
import { apiVersionsResponse } from '../protocol/api-versions-messages.js';
import { nullableString } from '../protocol/codec.js';
import { WireReader } from '../protocol/wire-reader.js';
import { WireWriter } from '../protocol/wire-writer.js';

/** Thrown for an API or a version that was not advertised; as in Kafka, the connection is closed. */
export class UnsupportedRequest extends Error {
  override readonly name = 'UnsupportedRequest';
}

const apiVersionsKey = 18;

/** Finds the handler of a request by its header and frames what it answers. */
export class Router {
  private readonly apis: ReadonlyMap<number, Api>;

  constructor(apis: readonly Api[]) {
    this.apis = new Map(apis.map((api) => [api.key, api]));
  }

  /** The whole response in parts, or no parts where the request wants none. */
  async answer(frame: Buffer, client: Client): Promise<Buffer[]> {
    const reader = new WireReader(frame);
    const [key, version, correlationId] = [reader.int16(), reader.int16(), reader.int32()];
    const clientId = nullableString.read(reader, 0) ?? '';
    const api = this.apis.get(key);
    if (api && version >= api.minVersion && version <= api.maxVersion) {
      const body = await api.answer(reader, { version, clientId, client });
      return body ? framed(correlationId, body) : [];
    }
    if (key !== apiVersionsKey) throw new UnsupportedRequest(`API ${key} version ${version}`);
    return framed(correlationId, this.fallback());
  }

  /** A client that is too new learns in the oldest format what it may ask for (KIP-511). */
  private fallback(): Buffer[] {
    const writer = new WireWriter();
    const apis = [...this.apis.values()];
    apiVersionsResponse.write(writer, { error: ErrorCode.unsupportedVersion, apis }, 0);
    return writer.finish();
  }
}

function framed(correlationId: number, body: Buffer[]): Buffer[] {
  const header = Buffer.allocUnsafe(8);
  header.writeInt32BE(4 + body.reduce((sum, part) => sum + part.length, 0), 0);
  header.writeInt32BE(correlationId, 4);
  return [header, ...body];
}
