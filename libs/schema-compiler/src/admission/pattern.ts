import { RE2JS } from 're2js';

/** What stands for itself or for a class in ECMA-262; RE2 reads any other escaped letter in a way of its own. */
const knownEscape = /^\\[dDwWsSbBfnrtvcxupPk0-9]/;
const pair = '\\\\u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})';
const tokens = new RegExp(`${pair}|\\\\[^]|[^]`, 'gu');

const whiteSpace = '\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const noWhiteSpace =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

export interface LinearPattern {
  test(text: string): boolean;
}

/**
 * The pattern in time linear to the text (RE2), with the meaning that ECMA-262 gives it. undefined where it is no
 * pattern of ECMA-262, or needs what RE2 has not: look-around, back references, more than 1000 repetitions.
 */
export function linearPattern(pattern: string): LinearPattern | undefined {
  try {
    if (!isEcmaPattern(pattern)) return undefined;
    return RE2JS.compile(RE2JS.translateRegExp(inRe2Terms(pattern)));
  } catch {
    return undefined;
  }
}

/** Many real patterns escape what needs no escape, as in `[\w\-\.]+\:`, which is legal without the flag `u` alone. */
function isEcmaPattern(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function inRe2Terms(pattern: string): string {
  let inClass = false;
  return pattern.replace(tokens, (token, high?: string, low?: string) => {
    if (high !== undefined && low !== undefined) return codePoint(high, low);
    if (token === '[' && inClass) return '\\[';
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    if (token === '.' && !inClass) return '[^\\n\\r\\x{2028}\\x{2029}]';
    if (token === '\\s') return inClass ? whiteSpace : `[${whiteSpace}]`;
    if (token === '\\S') return inClass ? noWhiteSpace : `[${noWhiteSpace}]`;
    return /^\\[A-Za-z]/.test(token) && !knownEscape.test(token) ? token.slice(1) : token;
  });
}

function codePoint(high: string, low: string): string {
  const point = (parseInt(high, 16) - 0xd800) * 0x400 + (parseInt(low, 16) - 0xdc00) + 0x10000;
  return `\\x{${point.toString(16)}}`;
}
