import { hostCookieNames } from '@vidhi/contracts/host-cookies.ts';

/** An HttpOnly cookie of this site with a secret in it. */
export interface HostCookie {
  /** Returns the cookie's value in a request's `Cookie` header; null when it is missing or repeated. */
  read(header: string | undefined): string | null;
  /** `Set-Cookie` with a value and its lifetime. */
  keep(value: string, seconds: number): string;
  /** `Set-Cookie` that removes it. */
  drop(): string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Origins for which browsers store `Secure` cookies: https and loopback. */
const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || LOOPBACK.test(hostname);

/**
 * HttpOnly and SameSite; the `__Host-` prefix prevents other hosts and plain http from setting it. Prefix and
 * `Secure` are omitted only for a site served over plain http to other machines, where browsers would reject
 * them.
 */
export function createHostCookie(baseName: string, publicUrl: URL): HostCookie {
  const isSecure = isTrustworthy(publicUrl);
  const name = hostCookieNames(baseName)[isSecure ? 0 : 1];
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read(header = '') {
      const values = header.split(';').flatMap((pair) => {
        const at = pair.indexOf('=');
        return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
      });
      return values.length === 1 ? (values[0] ?? null) : null;
    },
    keep: (value, seconds) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    drop: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
