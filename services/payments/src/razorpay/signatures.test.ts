import { createHmac } from 'node:crypto';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, it } from 'vitest';
import { isPaymentSignature, isWebhookSignature } from './signatures.ts';

describe('signatures', () => {
  it('agree with the vector of the documentation and with the helper of the SDK, and with nothing else', () => {
    const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f';
    const secret = 'EnLs21M47BllR3X8PSFtjtbd';
    const isValid = (order: string, text: string) =>
      isPaymentSignature(order, 'pay_IH4NVgf4Dreq1l', text, secret);
    expect(isValid('order_IEIaMR65cu6nz3', signature)).toBe(true);
    expect(isValid('order_IEIaMR65cu6nz4', signature)).toBe(false);
    const order = { order_id: 'order_IEIaMR65cu6nz3', payment_id: 'pay_IH4NVgf4Dreq1l' };
    expect(validatePaymentVerification(order, signature, secret)).toBe(true);
    for (const text of ['', signature.slice(1), signature.toUpperCase(), `${signature}00`])
      expect(isValid('order_IEIaMR65cu6nz3', text)).toBe(false);
  });

  it('of webhooks are of the bytes, by the current secret or the previous one', () => {
    const body = Buffer.from('{"amount": 1}');
    const signature = createHmac('sha256', 'previous').update(body).digest('hex');
    expect(isWebhookSignature(body, signature, ['current', 'previous'])).toBe(true);
    expect(validateWebhookSignature(body.toString(), signature, 'previous')).toBe(true);
    expect(isWebhookSignature(body, signature, ['current'])).toBe(false);
    expect(isWebhookSignature(Buffer.from('{"amount":1}'), signature, ['previous'])).toBe(false);
  });
});
