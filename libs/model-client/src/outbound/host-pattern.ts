/** A host that an operator lets in: `host`, `host:port`, `*.suffix`, and `http://` before it where it has no TLS. */
export interface HostPattern {
  readonly protocol: 'http:' | 'https:';
  /** In the form that a URL gives it, without a last dot. */
  readonly host: string;
  readonly anyBelow: boolean;
  readonly port: string;
}

const form = /^(http:\/\/)?(\*\.)?([^\s/@?#\\*:[\]]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?$/;

/** undefined where the text is no pattern. */
export function readHostPattern(text: string): HostPattern | undefined {
  const [, plain, wildcard, host = '', port = ''] = form.exec(text) ?? [];
  const url = `${plain ?? 'https://'}${host}${port}`;
  if (host === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, port: given } = new URL(url);
  const name = nameOf(hostname);
  if (name === undefined) return undefined;
  return { protocol: protocol as HostPattern['protocol'], host: name, anyBelow: wildcard !== undefined, port: given };
}

export const isHostPattern = (text: unknown): boolean =>
  typeof text === 'string' && readHostPattern(text) !== undefined;

export function fits(pattern: HostPattern, { protocol, port }: URL, name: string): boolean {
  if (pattern.protocol !== protocol || pattern.port !== port) return false;
  return pattern.anyBelow ? name.endsWith(`.${pattern.host}`) : name === pattern.host;
}

/** The host without its last dot; undefined where a label is empty. */
export function nameOf(hostname: string): string | undefined {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name.split('.').some((label) => label === '') ? undefined : name;
}
