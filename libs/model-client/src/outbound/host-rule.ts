import { isIP } from 'node:net';

import { type AddressClass, addressClass } from './address-class.js';
import { fits, type HostPattern, nameOf } from './host-pattern.js';

export interface OutboundRules {
  /** The hosts that may be called; empty for every public one, by https. */
  readonly hosts: readonly HostPattern[];
  /** True where this machine may be called, by http too. */
  readonly loopback: boolean;
}

/** How far the connection of a call may lead: a wider reach includes the ones before it, but this machine. */
export type Reach = 'public' | 'private' | 'loopback';

/**
 * How far a call of `url` may lead, or undefined where it is refused. The URL has been read by the parser that the call
 * goes by, so that no spelling of a host means one thing here and another there.
 *
 * Without TLS goes only what is named so, and to a private address only what is named whole. Link-local and metadata
 * addresses are refused whatever is named.
 */
export function reachOf(url: URL, { hosts, loopback }: OutboundRules): Reach | undefined {
  const name = nameOf(url.hostname);
  if (name === undefined || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    return undefined;
  const known = classOf(name);
  if (known === 'forbidden') return undefined;
  if (known === 'loopback') return loopback ? 'loopback' : undefined;
  const named = hosts.filter((pattern) => fits(pattern, url, name));
  const isOpen = hosts.length === 0 && url.protocol === 'https:';
  if (named.length === 0 && !isOpen) return undefined;
  const isWhole = named.some(({ anyBelow }) => !anyBelow);
  if (known === 'private' && !isWhole) return undefined;
  return isWhole ? 'private' : 'public';
}

/** True where a connection of that reach may go to the address. */
export function reaches(reach: Reach, address: string): boolean {
  const found = addressClass(address);
  if (reach === 'loopback') return found === 'loopback';
  return found === 'public' || (reach === 'private' && found === 'private');
}

const metadataNames = [
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
];

/** What the name says before anybody resolves it. */
function classOf(name: string): AddressClass | 'unresolved' {
  const literal = name.startsWith('[') ? name.slice(1, -1) : name;
  if (isIP(literal) !== 0) return addressClass(literal);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  return metadataNames.includes(name) ? 'forbidden' : 'unresolved';
}
