/** Returns the number of the text that has a passage, the nearest to a number; null where none has it. */
export function findPassage(texts: readonly string[], passage: string, near: number): number | null {
  const distance = (index: number): number => Math.abs(index - near);
  const found = texts.flatMap((text, index) => (text.includes(passage) ? [index] : []));
  return found.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
