import { pointerToken } from '#libs/kernel';

import { isObject, type Place, type SchemaObject, subschemas } from './json-schema.js';

/** Where a reference leads: the pointer of a subschema of the document, or why it leads to none. */
export type Target =
  { readonly kind: 'inside'; readonly pointer: string } | { readonly kind: 'outside' } | { readonly kind: 'nowhere' };

/** What a root without `$id` counts as; nothing is ever fetched. */
const document = 'https://schema.invalid/document';

/**
 * The references of one document, by RFC 3986 against the nearest `$id`: `#`, JSON pointers, anchors, and embedded
 * resources by their `$id`. What is in none of the subschemas is not referred to.
 */
export class References {
  readonly places = new Map<string, unknown>();
  private readonly bases = new Map<string, string>();
  private readonly resources = new Map<string, string>();
  private readonly anchors = new Map<string, string>();

  constructor(root: SchemaObject) {
    this.resources.set(document, '');
    const open: { place: Place; base: string }[] = [{ place: { pointer: '', schema: root }, base: document }];
    for (const { place, base } of open) {
      const own = this.note(place, base);
      open.push(...subschemas(place).map((below) => ({ place: below, base: own })));
    }
  }

  resolve(from: string, reference: string): Target {
    const absolute = urlOf(reference, this.bases.get(from) ?? document);
    if (absolute === undefined) return { kind: reference.startsWith('#') ? 'nowhere' : 'outside' };
    const { resource, fragment } = parted(absolute);
    const at = this.resources.get(resource);
    if (at === undefined) return { kind: 'outside' };
    const pointer = fragment === '' || fragment.startsWith('/') ? at + normal(fragment) : this.anchors.get(absolute);
    return pointer !== undefined && this.places.has(pointer) ? { kind: 'inside', pointer } : { kind: 'nowhere' };
  }

  /** @throws where admission should have refused the reference */
  target(from: string, reference: string): Place {
    const target = this.resolve(from, reference);
    if (target.kind !== 'inside') throw new Error('a reference of an admitted schema leads nowhere');
    return { pointer: target.pointer, schema: this.places.get(target.pointer) };
  }

  private note({ pointer, schema }: Place, outer: string): string {
    this.places.set(pointer, schema);
    if (!isObject(schema)) return outer;
    const { $id, $anchor, $dynamicAnchor } = schema;
    const named = typeof $id === 'string' ? urlOf($id, outer) : undefined;
    const { resource, fragment } = parted(named ?? outer);
    // In draft-07 an `$id` of a fragment alone is an anchor.
    if (fragment !== '') this.anchors.set(`${resource}#${fragment}`, pointer);
    else if (named !== undefined) this.resources.set(resource, pointer);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') this.anchors.set(`${resource}#${anchor}`, pointer);
    }
    this.bases.set(pointer, resource);
    return resource;
  }
}

function urlOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function parted(url: string): { resource: string; fragment: string } {
  const [resource = '', fragment = ''] = url.split('#');
  return { resource, fragment };
}

/** A percent-encoded pointer as ours are written. */
function normal(fragment: string): string {
  const tokens = decoded(fragment).split('/').slice(1);
  return tokens.map((token) => pointerToken(token.replaceAll('~1', '/').replaceAll('~0', '~'))).join('');
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
