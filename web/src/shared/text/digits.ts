/**
 * `1,50,000`: a number with Indian digit grouping. Without `Intl`, whose first formatter takes longer than rendering a
 * list.
 */
export const groupDigits = (count: number): string =>
  Number.isSafeInteger(count)
    ? String(count).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',')
    : count.toLocaleString('en-IN');
