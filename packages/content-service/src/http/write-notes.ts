import type { Collection } from '@vidhi/content-engine';
import { htmlAttributes } from '../html/html-attributes.ts';
import { findRemovedElements, type RemovedElement } from '../html/removed-content.ts';

/** The parts of a write that were not stored: names that are no attribute, and elements that the sanitizer removed from HTML. */
export interface WriteNotes {
  ignored: string[];
  removed: (RemovedElement & { attribute: string })[];
}

/** Names that clients of the reference send back with a document; that they are not written is nothing new to them. */
const ECHOED = new Set(
  'id createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(' '),
);
const MAX_IGNORED = 20;

/** Returns what a validated write of `data` does not store. */
export function findWriteNotes(collection: Collection, data: object): WriteNotes {
  const values = data as Readonly<Record<string, unknown>>;
  const ignored = Object.keys(values).filter((name) => !(name in collection.attributes) && !ECHOED.has(name));
  const removed = htmlAttributes(collection).flatMap((attribute) => {
    const html = values[attribute];
    return typeof html === 'string'
      ? findRemovedElements(html).map((element) => ({ attribute, ...element }))
      : [];
  });
  return { ignored: ignored.slice(0, MAX_IGNORED), removed };
}

const EMPTY_META = '"meta":{}}';

/** Adds notes to the `meta` of a serialized document; returns it unchanged where there are none. */
export function withWriteNotes(body: Buffer, { ignored, removed }: WriteNotes): Buffer {
  if (ignored.length === 0 && removed.length === 0) return body;
  const text = body.toString();
  if (!text.endsWith(EMPTY_META)) return body;
  const meta = {
    ...(removed.length === 0 ? {} : { removed }),
    ...(ignored.length === 0 ? {} : { ignored }),
  };
  return Buffer.from(`${text.slice(0, -EMPTY_META.length)}"meta":${JSON.stringify(meta)}}`);
}
