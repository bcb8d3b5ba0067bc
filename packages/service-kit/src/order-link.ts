import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { acceptedServiceTokens } from './service-env.ts';

/** Keys of the links by which a buyer without an account reads a purchase. */
export interface OrderLinks {
  /** Returns the key of a purchase, by which it is read with its addresses: for its buyer alone. */
  sign(checkoutId: string): string;
  isValid(checkoutId: string, key: unknown): boolean;
}

/** 22 characters of base64url: as hard to guess as a checkout's id. */
const KEY_BYTES = 16;

/**
 * Creates the keys of links to purchases. They follow from the checkout's id, so that payments, cart-orders and every mail
 * have the same one, and nothing is stored.
 * @param secrets the first signs; the others, which were replaced, are still accepted
 */
export function createOrderLinks(secrets: readonly [string, ...string[]]): OrderLinks {
  const signatureOf = (secret: string, checkoutId: string): Buffer =>
    createHmac('sha256', secret).update('order link\n').update(checkoutId).digest().subarray(0, KEY_BYTES);
  const [secret] = secrets;
  return {
    sign: (checkoutId) => signatureOf(secret, checkoutId).toString('base64url'),
    isValid(checkoutId, key) {
      const received = Buffer.from(typeof key === 'string' ? key : '', 'base64url');
      if (received.length !== KEY_BYTES) return false;
      return secrets.some((one) => timingSafeEqual(received, signatureOf(one, checkoutId)));
    },
  };
}

/** Environment variables of the services that sign and read the links; the same values in each. */
export const OrderLinkEnv = {
  /** Signs the links by which buyers read their orders; the service token where it is absent. */
  ORDER_LINK_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** The secret before its last change: links in mails are signed with it. */
  ORDER_LINK_PREVIOUS_SECRET: Type.Optional(Type.String({ minLength: 32 })),
} as const;

interface OrderLinkConfig {
  ORDER_LINK_SECRET?: string;
  ORDER_LINK_PREVIOUS_SECRET?: string;
  SERVICE_TOKEN: string;
  ACCEPTED_SERVICE_TOKENS: string;
}

/**
 * Returns the secrets of the links, the signing one first. Without one of its own, links are signed with the service token,
 * and remain valid while a former token is accepted.
 */
export function linkSecrets(config: OrderLinkConfig): [string, ...string[]] {
  const { ORDER_LINK_SECRET: secret, ORDER_LINK_PREVIOUS_SECRET: previous } = config;
  const tokens = acceptedServiceTokens(config);
  if (secret === undefined) return tokens;
  return [secret, ...(previous === undefined ? tokens : [previous])];
}

/** Returns the path of a purchase's page; with the key it shows addresses and documents. */
export const orderPath = (checkoutId: string, key: string): string => `/status/${checkoutId}?key=${key}`;
