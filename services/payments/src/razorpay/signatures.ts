import { createHmac, timingSafeEqual } from 'node:crypto';

function isHmac(message: string | Buffer, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const received = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Returns whether the provider signed that this payment belongs to this order. `orderId` must be the stored one. */
export const isPaymentSignature = (
  orderId: string,
  paymentId: string,
  signature: string,
  keySecret: string,
): boolean => isHmac(`${orderId}|${paymentId}`, keySecret, signature);

/** Returns whether the provider signed these bytes with one of the webhook secrets. */
export const isWebhookSignature = (body: Buffer, signature: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => isHmac(body, secret, signature));
