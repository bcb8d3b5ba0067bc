import { groupDigits } from '#shared/text/digits.ts';

/** `1 article`, `1,240 articles`. */
export const articleCount = (total: number): string =>
  total === 1 ? '1 article' : `${groupDigits(total)} articles`;
