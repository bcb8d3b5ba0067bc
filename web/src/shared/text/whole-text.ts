/** Removes the half of a surrogate pair from the end of a cut text. */
export const wholeText = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, '');
