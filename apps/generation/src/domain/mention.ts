/** A neighbour that makes an identity a part of a longer word. Scripts written without spaces do not, nor does a suffix. */
const wordBefore = /[\p{N}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_-]$/u;
const wordAfter = /^(?:[\p{N}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]|-\p{N})/u;

/** True where the text names the identity as a word of its own, in whatever case. Linear in the text. */
export function mentions(text: string, identity: string): boolean {
  const [within, sought] = [text.toLowerCase(), identity.toLowerCase()];
  if (sought.trim() === '') return false;
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (!wordBefore.test(within.slice(Math.max(0, at - 2), at)) && !wordAfter.test(within.slice(end, end + 3)))
      return true;
  }
  return false;
}
