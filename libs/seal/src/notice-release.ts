import {
  answerDeferredV1,
  answerFailedV1,
  type InteractionPlace,
  isOutcomeCode,
  makeNotice,
  type NoticeData,
  type OutcomeCode,
} from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { parseObject } from './compact-jws.js';
import { type SealCode } from './seal-code.js';

declare const made: unique symbol;

/** What delivery says in its own name: it is what its code's row gives, and holds no free text. */
export interface Notice {
  readonly notice: NoticeData<1 | 2>;
  readonly bytes: Buffer;
  readonly [made]: 'notice';
}

/** `sequence` 1 defers, 2 fails. */
export function makeNoticeRelease(place: InteractionPlace, sequence: 1 | 2, code: OutcomeCode): Notice {
  const notice = makeNotice(place, sequence, code);
  return { notice, bytes: Buffer.from(JSON.stringify(notice)) } as Notice;
}

/** Makes the notice anew from its code and compares bytes: a changed sentence, a further member or another order is refused. */
export function checkNoticeBytes(bytes: Uint8Array): Result<Notice, SealCode> {
  const data = parseObject(Buffer.from(bytes).toString('utf8'));
  if (data === undefined) return fail('seal.object');
  if (answerDeferredV1.checkWritten(data) && answerFailedV1.checkWritten(data)) return fail('seal.object');
  const { sequence, code, ...place } = data as unknown as NoticeData<1 | 2>;
  if (!isOutcomeCode(code)) return fail('seal.object');
  const notice = makeNoticeRelease(place, sequence, code);
  return notice.bytes.equals(bytes) ? ok(notice) : fail('seal.object');
}
