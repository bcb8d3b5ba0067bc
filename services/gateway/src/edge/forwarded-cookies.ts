/** The names of the cookies that may pass between a client and a service; undefined for none. */
export type ForwardedCookies = readonly string[] | undefined;

const nameOf = (cookie: string): string => cookie.split('=', 1)[0]?.trim() ?? '';

/** Returns a `Cookie` header with only these cookies; undefined when none is left. */
export function forwardedCookieHeader(header: string, passed: ForwardedCookies): string | undefined {
  const cookies = header.split(';').filter((cookie) => passed?.includes(nameOf(cookie)));
  return cookies.length === 0 ? undefined : cookies.map((cookie) => cookie.trim()).join('; ');
}

/** Returns the `Set-Cookie` headers among these that set one of the passed cookies; undefined when none does. */
export function forwardedSetCookies(
  header: string | readonly string[] | undefined,
  passed: ForwardedCookies,
): string[] | undefined {
  const cookies = typeof header === 'string' ? [header] : (header ?? []);
  const forwarded = cookies.filter((cookie) => passed?.includes(nameOf(cookie)));
  return forwarded.length === 0 ? undefined : forwarded;
}
