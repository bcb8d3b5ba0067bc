/** How the browser is told to keep a refresh token. */
export interface SessionCookie {
  /** Its value in a request's `Cookie` header; null when it is absent or there more than once. */
  read(header: string | undefined): string | null;
  /** The `Set-Cookie` that keeps a token so long. */
  keep(token: string, seconds: number): string;
  /** The `Set-Cookie` that removes it. */
  drop(): string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Browsers keep a `Secure` cookie for these: https, and what does not leave the machine. */
const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || LOOPBACK.test(hostname);

/**
 * No script reads it, no other site sends it, and by its prefix no other host and no plain http can have set it.
 * Only a site that is served over plain http to other machines does without the prefix and `Secure`, which
 * browsers would refuse there.
 */
export function createSessionCookie(publicUrl: URL): SessionCookie {
  const isSecure = isTrustworthy(publicUrl);
  const name = isSecure ? '__Host-vidhi-session' : 'vidhi-session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read(header = '') {
      const values = header.split(';').flatMap((pair) => {
        const at = pair.indexOf('=');
        return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
      });
      return values.length === 1 ? (values[0] ?? null) : null;
    },
    keep: (token, seconds) => `${name}=${token}; Max-Age=${seconds}; ${attributes}`,
    drop: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
