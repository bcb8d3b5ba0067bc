/**
 * `1,50,000`: a whole number in lakh and crore. By hand: a browser takes longer to make its first formatter than to
 * draw a list.
 */
export const groupDigits = (count: number): string =>
  Number.isSafeInteger(count)
    ? String(count).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',')
    : count.toLocaleString('en-IN');
