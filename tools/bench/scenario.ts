/** A kind of request with its URLs. */
export interface Scenario<Facts> {
  name: string;
  title: string;
  /** The URL that is requested repeatedly. */
  hot: (facts: Facts) => string;
  /** The n-th URL; all are different. */
  cold: (facts: Facts, n: number) => string;
  isSearch?: true;
}

export const page = (number: number, size: number): string =>
  `pagination[page]=${number}&pagination[pageSize]=${size}`;

/** Returns an item of the list, cyclically. */
export const at = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

/** Returns a part of a title that may begin and end within words, different for each n. */
export function pieceOf(titles: readonly string[], n: number): string {
  const title = at(titles, n * 7);
  const from = (n * 5) % Math.max(1, title.length - 9);
  return encodeURIComponent(title.slice(from, from + 5 + (n % 4)).toLowerCase());
}

/** An unknown parameter that servers ignore: it makes URLs different. */
export const isNew = (n: number): string => `&run=${n}`;
