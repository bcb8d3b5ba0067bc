import { createHmac, timingSafeEqual } from 'node:crypto';

/** Makes and reads tokens of links by which staff sees an advertisement on a page of the site, for an hour. */
export interface AdPreviews {
  create(id: number, now: Date): { token: string; expiresAt: Date };
  /** Returns null for a token that never was one, and for one that is over. */
  read(token: string, now: Date): { id: number; expiresAt: Date } | null;
}

const HOUR_MS = 3_600_000;
const TOKEN = /^(\d{1,15})-(\d{1,15})-([\w-]{43})$/;

/** @param secrets the first signs; the others, which replace it or were replaced, are accepted too */
export function createAdPreviews(secrets: readonly [string, ...string[]]): AdPreviews {
  const sign = (secret: string, id: number, expires: number): string =>
    createHmac('sha256', secret).update(`advertisement preview ${id} ${expires}`).digest('base64url');
  const isSigned = (mac: string, id: number, expires: number): boolean =>
    secrets.some((secret) => timingSafeEqual(Buffer.from(mac), Buffer.from(sign(secret, id, expires))));
  return {
    create(id, now) {
      const expires = now.getTime() + HOUR_MS;
      return { token: `${id}-${expires}-${sign(secrets[0], id, expires)}`, expiresAt: new Date(expires) };
    },
    read(token, now) {
      const [, first = '', second = '', mac = ''] = TOKEN.exec(token) ?? [];
      const [id, expires] = [Number(first), Number(second)];
      if (mac === '' || !isSigned(mac, id, expires)) return null;
      return expires > now.getTime() ? { id, expiresAt: new Date(expires) } : null;
    },
  };
}
