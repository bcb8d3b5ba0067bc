/** A kind of call, and the addresses that it is made of. */
export interface Scenario<Facts> {
  name: string;
  title: string;
  /** The address that is asked again and again. */
  hot: (facts: Facts) => string;
  /** The n-th of addresses that are all different. */
  cold: (facts: Facts, n: number) => string;
  isSearch?: true;
}

export const page = (number: number, size: number): string =>
  `pagination[page]=${number}&pagination[pageSize]=${size}`;

/** One of the list, round and round. */
export const at = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

/** A piece of some title, cut where words end nowhere in particular: no two alike in a run. */
export function pieceOf(titles: readonly string[], n: number): string {
  const title = at(titles, n * 7);
  const from = (n * 5) % Math.max(1, title.length - 9);
  return encodeURIComponent(title.slice(from, from + 5 + (n % 4)).toLowerCase());
}

/** No server knows this name, and each ignores it: it makes an address new where nothing else does. */
export const isNew = (n: number): string => `&run=${n}`;
