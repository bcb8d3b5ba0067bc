/**
 * Returns the form of an enrolment number by which two are the same: without spaces, punctuation and leading zeros, as
 * `MAH/0123/2010` and `mah 123-2010` are one. Empty for what has no digit.
 */
export function enrolmentKey(text: string): string {
  const parts =
    text
      .normalize('NFKC')
      .toUpperCase()
      .match(/\p{L}+|\p{Nd}+/gu) ?? [];
  const plain = parts.map((part) => (/^\p{Nd}+$/u.test(part) ? part.replace(/^0+(?=.)/, '') : part));
  return plain.some((part) => /\p{Nd}/u.test(part)) ? plain.join('/') : '';
}
