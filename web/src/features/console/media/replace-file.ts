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
  'site-options': 'site-option',
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
  const { data = null } = (stored ?? {}) as { data?: { id: number } | { id: number }[] | null };
  if (!Array.isArray(data)) return data?.id === from.id ? to.id : undefined;
  const ids = data.map(({ id }) => id);
  return ids.includes(from.id) ? [...new Set(ids.map((id) => (id === from.id ? to.id : id)))] : undefined;
}

/**
 * Puts one file in the place of another in the attribute of a document that uses it. The write is on condition that nobody has
 * edited the document since it was read. Resolves with the response that failed, or null.
 */
export async function replaceFile(
  send: SendAsStaff,
  { collection, id, attribute }: Usage,
  from: ReplacedFile,
  to: ReplacedFile,
): Promise<StaffResponse | null> {
  const single = SINGLES[collection];
  const path = single === undefined ? `/${collection}/${id}` : `/${single}`;
  const read = await send({
    path: `${path}?publicationState=preview&populate[${attribute}][fields][0]=id`,
  });
  if (!read.isOk) return read;
  const { data } = read.body as { data: { attributes: Readonly<Record<string, unknown>> } };
  const value = valueAfter(data.attributes[attribute], from, to);
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
