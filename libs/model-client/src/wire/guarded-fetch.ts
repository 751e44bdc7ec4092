import { type CallHooks } from '../model-client.port.js';
import { type CallWatch } from './call-watch.js';
import { ForeignHost, NotSent, StatusRefusal, WrongFormat } from './faults.js';
import { mediaType } from './media-type.js';

/** What a call lets through. */
export interface Door {
  /** The profile's own host, with its port where that is not the scheme's. */
  readonly host: string;
  readonly mediaTypes: readonly string[];
}

/**
 * The one door to the network: the profile's own host alone, no redirect followed, `beforeSend` awaited before the first
 * byte, and the body of anything but a good response never read.
 */
export function guardedFetch({ host, mediaTypes }: Door, watch: CallWatch, hooks: CallHooks) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    try {
      return await send(new URL(input instanceof Request ? input.url : input), init);
    } catch (error) {
      watch.failed(error);
      throw error;
    }
  };

  async function send(url: URL, init?: RequestInit): Promise<Response> {
    if (url.host !== host) throw new ForeignHost();
    if (watch.signal.aborted || !(await hooks.beforeSend()) || watch.signal.aborted) throw new NotSent();
    watch.sent();
    const response = await fetch(url, { ...init, redirect: 'manual' });
    if (!response.ok) {
      await dropBody(response);
      throw new StatusRefusal(response.status, response.headers.get('retry-after'));
    }
    watch.answered();
    if (response.status !== 200 || !mediaTypes.includes(mediaType(response) ?? '')) {
      await dropBody(response);
      throw new WrongFormat();
    }
    return response;
  }
}

async function dropBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
