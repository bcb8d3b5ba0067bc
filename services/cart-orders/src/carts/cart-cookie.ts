import { createHmac, timingSafeEqual } from 'node:crypto';
import { CART_COOKIE } from '@vidhi/contracts/host-cookies.ts';
import { createHostCookie } from '@vidhi/service-kit/host-cookie.ts';

/** Signed cookie with the Batch_id of a guest's cart, so that requests without it reach the cart too. */
export interface CartCookie {
  /** The Batch_id in a request's `Cookie` header; null without one that this site has signed. */
  read(header: string | undefined): string | null;
  /** `Set-Cookie` for a cart. */
  keep(batchId: string): string;
}

const LIFE_SECONDS = 60 * 86_400;

/** @param secrets the first signs; the others, which replace it or were replaced, are accepted too */
export function createCartCookie(secrets: readonly [string, ...string[]], publicUrl: URL): CartCookie {
  const cookie = createHostCookie(CART_COOKIE, publicUrl);
  const signatureOf = (secret: string, batchId: string): Buffer =>
    createHmac('sha256', secret).update('cart\n').update(batchId).digest();
  return {
    read(header) {
      const [encoded = '', signature = ''] = cookie.read(header)?.split('.') ?? [];
      const batchId = Buffer.from(encoded, 'base64url').toString();
      const received = Buffer.from(signature, 'base64url');
      const isSigned = secrets.some((secret) => {
        const expected = signatureOf(secret, batchId);
        return received.length === expected.length && timingSafeEqual(received, expected);
      });
      return isSigned && batchId !== '' ? batchId : null;
    },
    keep: (batchId) =>
      cookie.keep(
        `${Buffer.from(batchId).toString('base64url')}.${signatureOf(secrets[0], batchId).toString('base64url')}`,
        LIFE_SECONDS,
      ),
  };
}
