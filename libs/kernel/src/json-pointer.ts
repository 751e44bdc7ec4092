/** One RFC 6901 reference token, escaped. */
export function pointerToken(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
