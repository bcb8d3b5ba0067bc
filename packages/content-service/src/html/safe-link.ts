const CONTROL = /[\p{Cc}\s\\]/u;

/** Returns whether a URL may be a link: http(s) without credentials, or a path of this site. */
export function isSafeLink(value: string): boolean {
  if (CONTROL.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '';
}

/** Returns whether a URL may be framed: a safe link that is not plain http. */
export const isSafeFrame = (value: string): boolean =>
  isSafeLink(value) && (value.startsWith('/') || value.toLowerCase().startsWith('https:'));
