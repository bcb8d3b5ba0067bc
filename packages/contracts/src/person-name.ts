/**
 * Texts that mail programs and pages may show as a link or an address, or in several lines. A slash is part of names such as
 * `Ravi S/o Mohan`, but not where it could be that of a path: next to a dot, a digit or another slash.
 */
const NO_NAME =
  /[:@\\<>{}\p{Cc}\p{Zl}\p{Zp}]|www\.|https?|\/(?![\p{L}\s])|(?<![\p{L}\s.])\/|\p{L}{2}\.\p{L}{2,}\/|\p{L}\.(?:com|net|org|info|biz|xyz|top|co|in|io|me|link|site|online|shop)(?![\p{L}\p{M}])/iu;

/** Returns whether a text may be the name of a person: of any script, with initials, apostrophes, hyphens, `S/o`. */
export const isPersonName = (text: string): boolean => text.trim() !== '' && !NO_NAME.test(text);
