import { array, type Codec, int16, int32, since, struct } from './codec.js';

export interface ApiVersionsResponse {
  error: number;
  apis: { key: number; minVersion: number; maxVersion: number }[];
}

const range = struct({ key: int16, minVersion: int16, maxVersion: int16 });
const plain = struct({ error: int16, apis: array(range), throttleMs: since(1, int32, 0) });
const noTags = 0;

/** ApiVersions (18) to version 3. Version 3 is the one flexible body here (compact array, tag buffers), and librdkafka asks for it first. */
export const apiVersionsResponse: Codec<ApiVersionsResponse> = {
  read: (reader, version) => plain.read(reader, version),
  write(writer, value, version) {
    if (version < 3) return plain.write(writer, { ...value, throttleMs: 0 }, version);
    writer.int16(value.error);
    writer.unsignedVarint(value.apis.length + 1);
    for (const api of value.apis) {
      range.write(writer, api, version);
      writer.unsignedVarint(noTags);
    }
    writer.int32(0);
    writer.unsignedVarint(noTags);
  },
};
