import { lookup as resolve } from 'node:dns';
import { type LookupFunction } from 'node:net';

import { Agent, type Dispatcher, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici';

import { type HostPattern, readHostPattern } from './host-pattern.js';
import { type OutboundRules, type Reach, reaches, reachOf } from './host-rule.js';

export interface OutboundSettings {
  /** Patterns: `host`, `host:port`, `*.suffix`, with `http://` before it where it has no TLS. Empty: every public host. */
  readonly hosts: readonly string[];
  readonly loopback: boolean;
}

/** Thrown before a connection is made: the host is not let in, or its name leads where it must not. */
export class HostRefused extends Error {}

/** The way to the providers. One for a process: connections are kept and used again. */
export interface Outbound {
  /** False where a call of the URL would be refused by its host alone, before anything is resolved. */
  lets(url: URL): boolean;
  /** As `fetch`; every address that a name resolves to is checked, and the connection goes to a checked one. */
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** Lets every connection go. */
  close(): Promise<void>;
}

export type Resolve = typeof resolve;

/** @throws Error for a pattern that is none */
export function outboundTo(settings: OutboundSettings, resolver: Resolve = resolve): Outbound {
  const rules: OutboundRules = { hosts: settings.hosts.map(patternOf), loopback: settings.loopback };
  const agents = new Map<Reach, Agent>();
  const agentFor = (reach: Reach): Dispatcher => {
    const agent = agents.get(reach) ?? new Agent({ connect: { lookup: checkedLookup(reach, resolver) } });
    agents.set(reach, agent);
    return agent;
  };
  return {
    lets: (url) => reachOf(url, rules) !== undefined,
    fetch: async (url, init) => {
      const reach = reachOf(url, rules);
      if (reach === undefined) throw new HostRefused();
      const sent = { ...init, dispatcher: agentFor(reach) } as UndiciInit;
      return await undiciFetch(url, sent);
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

function patternOf(text: string): HostPattern {
  const pattern = readHostPattern(text);
  if (pattern === undefined) throw new Error('a host pattern is host, host:port or *.suffix');
  return pattern;
}

/**
 * Resolves for a connection that is being made: what is checked here is what is connected to, so that a name cannot answer
 * twice in two ways. One address out of reach refuses them all. An IP address in the URL is never resolved; `reachOf` has
 * judged it.
 */
function checkedLookup(reach: Reach, resolver: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      const isOutOfReach = addresses.some(({ address }) => !reaches(reach, address));
      if (first === undefined || isOutOfReach) return callback(new HostRefused(), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
