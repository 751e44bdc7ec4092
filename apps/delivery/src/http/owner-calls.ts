import { type Code, codes, type RecordPlace, type Service } from '#libs/contracts';
import { HttpProblem, type ReplayAnswer } from '#libs/service-host';

/** Base URLs of the services whose dead letters can be replayed over HTTP. */
export type OwnerUrls = Readonly<Partial<Record<Service, string>>>;

/** Asks the service of a dead letter to take its record again, in the operator's own name. */
export type CallOwner = (service: Service, place: RecordPlace, authorization: string) => Promise<ReplayAnswer>;

/** A bug is tried three times, behind the wait for a consumer group. */
const patienceMs = 60_000;
const passedStatuses: ReadonlySet<number> = new Set([401, 403, 404, 409, 429, 503]);
const results: ReadonlySet<unknown> = new Set<ReplayAnswer['result']>(['done', 'duplicate', 'dead_letter']);

/** @throws HttpProblem as the owner says it; 503 where it does not answer as one of ours */
export function ownerCalls(urls: OwnerUrls): CallOwner {
  return async (service, { partition, offset }, authorization) => {
    const url = urls[service];
    if (url === undefined) throw new HttpProblem(409, 'replay.no_reader');
    const path = `${url.replace(/\/$/, '')}/v1/admin/dead-letters/${partition}/${offset}/replay`;
    const { status, body } = await call(path, authorization);
    const code = isCode(body['code']) ? body['code'] : null;
    if (status === 200 && results.has(body['result']))
      return { result: body['result'] as ReplayAnswer['result'], code };
    if (code !== null && passedStatuses.has(status)) throw new HttpProblem(status, code);
    throw new HttpProblem(503, 'replay.owner_away');
  };
}

async function call(url: string, authorization: string): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, { method: 'POST', headers: { authorization }, redirect: 'error', signal });
    return { status: response.status, body: ((await response.json()) ?? {}) as Record<string, unknown> };
  } catch {
    throw new HttpProblem(503, 'replay.owner_away');
  }
}

const isCode = (code: unknown): code is Code => typeof code === 'string' && Object.hasOwn(codes, code);
