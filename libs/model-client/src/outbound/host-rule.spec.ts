import { addressClass } from './address-class.js';
import { readHostPattern } from './host-pattern.js';
import { type OutboundRules, reachOf } from './host-rule.js';

const rules = (hosts: string[] = [], loopback = false): OutboundRules => ({
  hosts: hosts.map((text) => readHostPattern(text)!),
  loopback,
});
const reach = (url: string, given = rules()) => (URL.canParse(url) ? reachOf(new URL(url), given) : undefined);

describe('the class of an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.128.0.1', 'public'],
    ['fd00::8', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::a9fe:a9fe', 'forbidden'],
    ['::', 'forbidden'],
    ['0.0.0.0', 'forbidden'],
    ['169.254.169.254', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['100.100.100.200', 'forbidden'],
    ['168.63.129.16', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['2001:db8::1', 'forbidden'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'forbidden'],
    ['100::1', 'forbidden'],
    ['127.1', 'forbidden'],
    ['no address', 'forbidden'],
    ['', 'forbidden'],
  ])('given %s, then it is %s', (address, expected) => {
    expect(addressClass(address)).toBe(expected);
  });
});

describe('what may be called', () => {
  const hostile = [
    'https://localhost',
    'https://localhost.',
    'https://LOCALHOST:8080',
    'https://a.localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f000001',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://2130706433',
    'https://127.0.0.1.',
    'https://１２７.０.０.１',
    'https://127。0。0。1',
    'https://%6c%6f%63%61%6c%68%6f%73%74',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::]',
    'https://0.0.0.0',
    'https://169.254.169.254',
    'https://[::ffff:169.254.169.254]',
    'https://2852039166',
    'https://metadata.google.internal',
    'https://metadata.google.internal.',
    'https://METADATA.google.internal',
    'https://metadata',
    'https://10.0.0.1',
    'https://100.64.0.1',
    'https://[fd00::8]',
    'https://[fe80::1]',
    'https://api.example..',
    'https://.example',
    'https://user@api.example',
    'https://user:word@api.example',
    'http://api.example',
    'ftp://api.example',
    'file:///etc/passwd',
    'data:text/plain,x',
  ];
  it.each(hostile)('given no setting and %s, then it is refused', (url) => {
    expect(reach(url)).toBeUndefined();
  });

  it.each([
    'https://api.example',
    'https://api.example:8443',
    'https://api.example.',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
  ])('given no setting and %s, then it is reached if it proves public', (url) => {
    expect(reach(url)).toBe('public');
  });

  it('given loopback, then this machine and nothing else of the kind', () => {
    const local = rules([], true);
    expect(
      ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1', 'https://127.1'].map((url) => reach(url, local)),
    ).toEqual(Array(4).fill('loopback'));
    expect(['http://10.0.0.1', 'http://169.254.169.254', 'http://0.0.0.0:1'].map((url) => reach(url, local))).toEqual(
      Array(3).fill(undefined),
    );
  });

  it.each([
    ['api.example', 'https://api.example', 'private'],
    ['api.example', 'https://API.example.', 'private'],
    ['api.example', 'https://api.example:8443', undefined],
    ['api.example', 'http://api.example', undefined],
    ['api.example', 'https://sub.api.example', undefined],
    ['api.example', 'https://api.example.evil.example', undefined],
    ['api.example:8443', 'https://api.example:8443', 'private'],
    ['*.example', 'https://a.b.example', 'public'],
    ['*.example', 'https://example', undefined],
    ['*.example', 'https://badexample', undefined],
    ['http://models:8000', 'http://models:8000', 'private'],
    ['http://models:8000', 'https://models:8000', undefined],
    ['10.0.0.7', 'https://10.0.0.7', 'private'],
    ['*.0.0.7', 'https://10.0.0.7', undefined],
    ['[fd00::8]:443', 'https://[fd00::8]', 'private'],
    ['bücher.example', 'https://xn--bcher-kva.example', 'private'],
    ['xn--bcher-kva.example', 'https://BÜCHER.example', 'private'],
    ['169.254.169.254', 'https://169.254.169.254', undefined],
    ['metadata.google.internal', 'https://metadata.google.internal', undefined],
    ['localhost', 'https://localhost', undefined],
  ])('given %s is named and %s, then %s', (named, url, expected) => {
    expect(reach(url, rules([named]))).toBe(expected);
  });

  it.each([
    '',
    '*',
    '*.',
    'a b',
    'https://api.example',
    'api.example/path',
    'user@api.example',
    '1.2.3.999',
    '[::zz]',
    'a..b',
    'a:999999',
    'a*.example',
  ])('given %j, then it is no pattern', (text) => {
    expect(readHostPattern(text)).toBeUndefined();
  });
});
