const MAX_SLUG_CHARS = 80;

/** Returns the readable last segment of the URL of a book or a profile. It is not used to look up the item. */
export function itemSlug(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length >= MAX_SLUG_CHARS) break;
    slug += slug === '' ? word : `-${word}`;
  }
  return slug === '' ? 'item' : slug;
}
