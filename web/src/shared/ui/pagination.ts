const NUMBERS = 3;

/** Returns the page numbers to link: the current page and its neighbours, at most three. */
export function pageNumbers(page: number, pageCount: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pageCount - NUMBERS + 1));
  const last = Math.min(pageCount, first + NUMBERS - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
