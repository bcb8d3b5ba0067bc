const MAX_LENGTH = 80;

/** Proposes the address of an article from its title: its words, without the small ones when it is long. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  let slug = '';
  for (const word of words ?? []) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug;
}
