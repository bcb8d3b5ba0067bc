/** A text in which every occurrence of a search text is marked, ignoring case. */
export function MarkedText({ text, search }: { text: string; search: string | undefined }) {
  const wanted = search?.trim() ?? '';
  if (wanted === '') return text;
  const pattern = new RegExp(`(${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})`, 'giu');
  // Every second part is an occurrence.
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? <mark key={`${index} ${part}`}>{part}</mark> : part));
}
