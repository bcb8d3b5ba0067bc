import type { Checked } from './checked-value.ts';

/** The title of pages until the owner has chosen another: its own, and the name of the site. */
export const DEFAULT_TITLE_PATTERN = '{title} | {site}';
export const MAX_TITLE_PATTERN_LENGTH = 120;

/** Search engines that verify the owner of a site by an element of its front page, with the attribute of its option. */
export const VERIFICATIONS = [
  { option: 'google_verification', element: 'google-site-verification', engine: 'Google' },
  { option: 'bing_verification', element: 'msvalidate.01', engine: 'Bing' },
  { option: 'yandex_verification', element: 'yandex-verification', engine: 'Yandex' },
] as const;

const CONTROLS = /\p{Cc}/u;
const PLACEHOLDER = /\{([^{}]*)\}/g;
const PLACEHOLDERS = ['title', 'site'];

/** Checks a pattern of titles: a text with `{title}`, and `{site}` for the name of the site. */
export function checkedTitlePattern(value: unknown): Checked<string> {
  const pattern = typeof value === 'string' ? value.trim() : '';
  if (pattern === '' || pattern.length > MAX_TITLE_PATTERN_LENGTH || CONTROLS.test(pattern))
    return { problem: `A pattern of titles is a line of at most ${MAX_TITLE_PATTERN_LENGTH} characters` };
  const names = Array.from(pattern.matchAll(PLACEHOLDER), ([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined) return { problem: `{${unknown}} is no part of a title: use {title} and {site}` };
  if (names.filter((name) => name === 'title').length !== 1)
    return { problem: 'The pattern needs {title} once, in the place of the title of the page' };
  return { value: pattern };
}

const TOKEN = /^[\w-]{8,128}={0,2}$/;
/** The element that search engines show to be copied. */
const ELEMENT = /^<meta\s[^<>]*\bcontent=(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>$/i;

/** Returns a token of a search engine; null for anything else. */
export const verificationToken = (value: unknown): string | null =>
  typeof value === 'string' && TOKEN.test(value) ? value : null;

/** Checks the token of a search engine, or the element with it. */
export function checkedVerification(value: unknown): Checked<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, double, single] = ELEMENT.exec(text) ?? [];
  const token = verificationToken((double ?? single ?? text).trim());
  return token === null
    ? { problem: 'The code has letters, digits, - and _ only: the part between the quotes after content=' }
    : { value: token };
}
