import { BlockList, isIP } from 'node:net';

/**
 * Where an IP address leads: the open network, a private one, this machine, or somewhere that no provider can be: link
 * local and cloud metadata, multicast, unspecified, reserved and documentation ranges (IANA's special-purpose registries).
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'forbidden';

const loopback = ranges(['127.0.0.0/8', '::1/128']);
const ofNoProvider = ranges([
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['fe80::/10', 'fec0::/10', 'ff00::/8', '2001::/23', '2001:db8::/32', '3fff::/20'],
  // Metadata services of clouds outside the link-local range: Alibaba, Azure, AWS, Google.
  ...['100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
]);
const privateOnes = ranges(['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']);
const global6 = ranges(['2000::/3']);

/** @param address an IPv4 or IPv6 address as DNS or a URL gives it, without brackets; anything else is forbidden */
export function addressClass(address: string): AddressClass {
  const groups = isIP(address) === 6 ? groupsOf(address) : undefined;
  const inside = groups === undefined ? undefined : embedded4(groups);
  if (inside !== undefined) return addressClass(inside);
  if (groups === undefined && isIP(address) !== 4) return 'forbidden';
  const family = groups === undefined ? 'ipv4' : 'ipv6';
  if (loopback.check(address, family)) return 'loopback';
  if (ofNoProvider.check(address, family)) return 'forbidden';
  if (privateOnes.check(address, family)) return 'private';
  return family === 'ipv4' || global6.check(address, family) ? 'public' : 'forbidden';
}

function ranges(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [net = '', prefix = ''] = cidr.split('/');
    list.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The eight groups; undefined where the address has a zone, which names an interface of this machine. */
function groupsOf(address: string): readonly number[] | undefined {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return undefined;
  const [before = '', after] = new URL(url).hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [head, tail] = [numbers(before), numbers(after ?? '')];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

/** An IPv4 address that rides in an IPv6 one: mapped, translated, compatible (but `::` and `::1`), NAT64, 6to4. */
function embedded4(groups: readonly number[]): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const zeros = (a | b | c | d) === 0;
  const isMapped = zeros && ((e === 0 && f === 0xffff) || (e === 0xffff && f === 0));
  const isCompatible = zeros && (e | f) === 0 && (g !== 0 || h > 1);
  const isNat64 = a === 0x64 && b === 0xff9b && (c === 1 || (c | d | e | f) === 0);
  if (isMapped || isCompatible || isNat64) return dotted(g, h);
  return a === 0x2002 ? dotted(b, c) : undefined;
}
