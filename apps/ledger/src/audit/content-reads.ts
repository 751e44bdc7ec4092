import { type DataSource } from 'typeorm';

import { type ApiToken } from '#libs/contracts';

import { ContentReadRow } from './content-read.row.js';

export interface ContentRead {
  readonly reader: Pick<ApiToken, 'principal' | 'tokenDigest'>;
  readonly namespace: string;
  readonly interactionId: string;
  /** How many records' content was asked for. */
  readonly records: number;
}

/** Keeps who reads content. No content goes out unless this has resolved. */
export type AuditContentRead = (read: ContentRead) => Promise<void>;

export function auditContentReads(dataSource: DataSource): AuditContentRead {
  return async ({ reader, namespace, interactionId, records }) => {
    const { kind, id } = reader.principal;
    await dataSource.getRepository(ContentReadRow).insert({
      principalKind: kind,
      principalId: id,
      tokenDigest: reader.tokenDigest,
      namespace,
      interactionId,
      records,
    });
  };
}
