import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { KNOWN_CLIENT_MS } from './known-clients.ts';

/**
 * Cookie of a browser in which somebody has logged in. It grants no access: it lets the browser's attempts to log in be
 * counted apart from those of strangers.
 */
export interface DeviceCookie {
  /** Returns the id in a request's `Cookie` header; null without one that this site has signed. */
  read(header: string | undefined): string | null;
  newId(): string;
  /** `Set-Cookie` with this id, to be sent after each login. */
  keep(id: string): string;
}

const ID_BYTES = 16;
const DEVICE = /^([\w-]{22})\.([\w-]{43})$/;

/** @param secrets the first signs; the others are accepted too, while a secret is changed */
export function createDeviceCookie(
  cookie: HostCookie,
  secrets: readonly [string, ...string[]],
): DeviceCookie {
  const signatureOf = (secret: string, id: string): string =>
    createHmac('sha256', secret).update(`device cookie: ${id}`).digest('base64url');
  return {
    read(header) {
      const [, id, signature] = DEVICE.exec(cookie.read(header) ?? '') ?? [];
      if (id === undefined || signature === undefined) return null;
      const sent = Buffer.from(signature);
      return secrets.some((secret) => timingSafeEqual(Buffer.from(signatureOf(secret, id)), sent))
        ? id
        : null;
    },
    newId: () => randomBytes(ID_BYTES).toString('base64url'),
    keep: (id) => cookie.keep(`${id}.${signatureOf(secrets[0], id)}`, KNOWN_CLIENT_MS / 1_000),
  };
}
