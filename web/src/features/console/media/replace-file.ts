import type { WireList, WireOne } from '#shared/api/read.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';
import type { MediaRow } from './media-resource.tsx';
import type { PictureUsage as Usage } from '@vidhi/contracts/picture-usage.ts';

/** The parts of a file that take its place in documents. */
export type ReplacedFile = Pick<
  MediaRow,
  'id' | 'url' | 'formats' | 'hash' | 'width' | 'height' | 'alternativeText'
>;

/** Collections of one document, whose addresses have no id, by their names in the list of usages. */
const SINGLES: Readonly<Record<string, string>> = {
  'site-settings': 'site-setting',
  'social-links': 'social-link',
  'site-options': 'site-options',
};
const PLAIN_HASH = /^[\w-]+$/;

/** Sets an attribute of an element that has it. */
const withAttribute = (tag: string, name: string, value: number | string | null): string =>
  value === null || value === ''
    ? tag
    : tag.replace(
        new RegExp(`\\s${name}="[^"]*"`, 'i'),
        ` ${name}="${String(value).replaceAll('"', '&quot;')}"`,
      );

/**
 * Puts one file in the place of another in HTML: each format by the same one, or by the whole picture where it has none; size and
 * alternative text of pictures become those of the new one.
 */
export function replaceInText(html: string, from: ReplacedFile, to: ReplacedFile): string {
  const { hash } = from;
  if (hash === null || !PLAIN_HASH.test(hash)) return html;
  const address = new RegExp(`/uploads/(?:([\\w-]+)_)?${hash}\\.\\w+`, 'g');
  const swap = (text: string): string =>
    text.replaceAll(address, (_whole, format?: string) => to.formats?.[format ?? '']?.url ?? to.url);
  const withPictures = html.replaceAll(/<img\b[^>]*>/gi, (tag) => {
    const swapped = swap(tag);
    if (swapped === tag) return tag;
    const sized = withAttribute(withAttribute(swapped, 'width', to.width), 'height', to.height);
    return withAttribute(sized, 'alt', to.alternativeText?.replaceAll('<', '&lt;') ?? null);
  });
  return swap(withPictures);
}

/** The value of an attribute with the other file; undefined where it does not have the first one any more. */
function valueAfter(stored: unknown, from: ReplacedFile, to: ReplacedFile): unknown {
  if (typeof stored === 'string') {
    const text = replaceInText(stored, from, to);
    return text === stored ? undefined : text;
  }
  const { data = null } = (stored ?? {}) as Partial<WireOne<object> | WireList<object>>;
  if (!Array.isArray(data)) return data?.id === from.id ? to.id : undefined;
  return idsAfter(
    data.map(({ id }) => id),
    from,
    to,
  );
}

function idsAfter(ids: readonly unknown[], from: ReplacedFile, to: ReplacedFile): unknown {
  return ids.includes(from.id) ? [...new Set(ids.map((id) => (id === from.id ? to.id : id)))] : undefined;
}

/** The same for a working copy, whose relations are ids. */
function copiedValueAfter(typed: unknown, from: ReplacedFile, to: ReplacedFile): unknown {
  if (Array.isArray(typed)) return idsAfter(typed, from, to);
  return typed === from.id ? to.id : valueAfter(typed, from, to);
}

/**
 * Puts one file in the place of another in what somebody is writing. Who writes it stays the writer; nothing is done where the text
 * has become another one meanwhile and does not use the file any more.
 */
async function replaceInCopy(
  send: SendAsStaff,
  path: string,
  attribute: string,
  { from, to }: { from: ReplacedFile; to: ReplacedFile },
): Promise<StaffResponse | null> {
  const read = await send({ path: `${path}/working-copy` });
  if (!read.isOk) return read;
  const { data } = read.body as { data: { values: Readonly<Record<string, unknown>> } | null };
  const value = data === null ? undefined : copiedValueAfter(data.values[attribute], from, to);
  if (value === undefined) return null;
  const seq = /"w\d+"/.exec(read.etag ?? '')?.[0];
  const written = await send({
    path: `${path}/working-copy/values`,
    method: 'POST',
    body: { data: { values: { [attribute]: value } } },
    ...(seq === undefined ? {} : { headers: { 'if-match': seq } }),
  });
  return written.isOk ? null : written;
}

/**
 * Puts one file in the place of another in the attribute of a document that uses it, or in that of its working copy. The write is on condition that nobody has
 * edited the document since it was read. Resolves with the response that failed, or null.
 */
export async function replaceFile(
  send: SendAsStaff,
  { collection, id, attribute, working_copy: isCopy = false }: Usage,
  from: ReplacedFile,
  to: ReplacedFile,
): Promise<StaffResponse | null> {
  const single = SINGLES[collection];
  const path = single === undefined ? `/${collection}/${id}` : `/${single}`;
  if (isCopy) return replaceInCopy(send, path, attribute, { from, to });
  const read = await send({
    path: `${path}?publicationState=preview&populate[${attribute}][fields][0]=id`,
  });
  if (!read.isOk) return read;
  const { data } = read.body as WireOne<Readonly<Record<string, unknown>>>;
  const value = valueAfter(data?.attributes[attribute], from, to);
  if (value === undefined) return null;
  const edit = /"e\d+"/.exec(read.etag ?? '')?.[0];
  const written = await send({
    path,
    method: 'PUT',
    body: { data: { [attribute]: value } },
    ...(edit === undefined ? {} : { headers: { 'if-match': edit } }),
  });
  return written.isOk ? null : written;
}
