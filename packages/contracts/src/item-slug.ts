const LONGEST_SLUG = 80;

/** The readable end of the address of a book or a profile; nothing is looked up by it. */
export function itemSlug(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length >= LONGEST_SLUG) break;
    slug += slug === '' ? word : `-${word}`;
  }
  return slug === '' ? 'item' : slug;
}
