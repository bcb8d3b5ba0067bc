/** A text that was cut, without the half of a pair of code units at its end. */
export const wholeText = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, '');
