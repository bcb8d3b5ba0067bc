const CONTROL = /[\p{Cc}\s\\]/u;

/** An address that may be put into a link: http(s), or a path of this site. */
export function isSafeLink(value: string): boolean {
  if (CONTROL.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '';
}

/** An address that may be framed: as a link, and never in clear text. */
export const isSafeFrame = (value: string): boolean =>
  isSafeLink(value) && (value.startsWith('/') || value.toLowerCase().startsWith('https:'));
