import type { Collection } from '@vidhi/content-engine';
import { htmlAttributes } from '../html/html-attributes.ts';
import type { ShowsPicture } from '@vidhi/contracts/image-origins.ts';
import { pictureAddresses } from '../html/picture-addresses.ts';
import { findRemovedElements, type RemovedElement } from '../html/removed-content.ts';

/** The parts of a write that readers will not see. */
export interface WriteNotes {
  /** Names that are no attribute. */
  ignored: string[];
  /** Elements that the sanitizer removed from HTML. */
  removed: (RemovedElement & { attribute: string })[];
  /** Pictures of other sites in HTML, which are stored and which pages block. */
  blocked: { attribute: string; address: string }[];
}

/** Names that clients of the reference send back with a document; that they are not written is nothing new to them. */
const ECHOED = new Set(
  'id createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(' '),
);
const MAX_IGNORED = 20;
const MAX_BLOCKED = 20;
const MAX_ADDRESS = 200;

/** Returns what readers will not see of a validated write of `data`. */
export function findWriteNotes(
  collection: Collection,
  data: object,
  showsPicture: ShowsPicture = () => true,
): WriteNotes {
  const values = data as Readonly<Record<string, unknown>>;
  const ignored = Object.keys(values).filter((name) => !(name in collection.attributes) && !ECHOED.has(name));
  const texts = htmlAttributes(collection).flatMap((attribute) => {
    const html = values[attribute];
    return typeof html === 'string' ? [{ attribute, html }] : [];
  });
  const removed = texts.flatMap(({ attribute, html }) =>
    findRemovedElements(html).map((element) => ({ attribute, ...element })),
  );
  const blocked = texts.flatMap(({ attribute, html }) =>
    [...new Set(pictureAddresses(html))]
      .filter((address) => !showsPicture(address))
      .map((address) => ({ attribute, address: address.slice(0, MAX_ADDRESS) })),
  );
  return {
    ignored: ignored.slice(0, MAX_IGNORED),
    removed,
    blocked: blocked.slice(0, MAX_BLOCKED),
  };
}

const EMPTY_META = '"meta":{}}';

/** Adds notes to the `meta` of a serialized document; returns it unchanged where there are none. */
export function withWriteNotes(body: Buffer, { ignored, removed, blocked }: WriteNotes): Buffer {
  if (ignored.length === 0 && removed.length === 0 && blocked.length === 0) return body;
  const text = body.toString();
  if (!text.endsWith(EMPTY_META)) return body;
  const meta = {
    ...(removed.length === 0 ? {} : { removed }),
    ...(blocked.length === 0 ? {} : { blocked }),
    ...(ignored.length === 0 ? {} : { ignored }),
  };
  return Buffer.from(`${text.slice(0, -EMPTY_META.length)}"meta":${JSON.stringify(meta)}}`);
}
