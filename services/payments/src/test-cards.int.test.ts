import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RAZORPAY, startPurchaseSite, type Json, type PurchaseSite } from './purchase-site-builder.ts';

// Razorpay's test cards, UPI ids and netbanking, from the customer's entry to POST /api/payment/verify.

const { RAZORPAY_KEY_ID: KEY_ID, RAZORPAY_KEY_SECRET: KEY_SECRET } = RAZORPAY;
const AMOUNT_PAISE = 140_500;

let site: PurchaseSite;
beforeAll(async () => {
  site = await startPurchaseSite();
});
afterAll(() => site?.end());

const anOrder = async (): Promise<string> =>
  String((await (await site.purchases.aBuyer()).checkout()).body['id']);

const send = async (path: string, fields: object): Promise<Json> =>
  (await site.post('sandbox', `/checkout/attempts${path}`, { key: KEY_ID, ...fields })).body;
const attempt = (orderId: string, fields: object) => send('', { order_id: orderId, ...fields });
/** Enters a method that leads to the page of the bank, and ends it there. */
async function payAtBank(orderId: string, fields: object, end: object): Promise<Json> {
  const started = await attempt(orderId, fields);
  expect(started).toMatchObject({ next: 'bank' });
  return send(`/${String(started['payment_id'])}/complete`, end);
}
const card = (number: string) => ({ method: 'card', card_number: number, expiry: '12/90', cvv: '123' });

async function findPayment(id: string): Promise<Json> {
  const credentials = Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64');
  const { body } = await site.get('sandbox', `/v1/payments/${id}`, { authorization: `Basic ${credentials}` });
  return body;
}

/** Verifies what the modal hands over; returns the payment as the provider has it. */
async function expectPaid(orderId: string, { response }: Json): Promise<Json> {
  const confirmation = response as Record<'razorpay_order_id' | 'razorpay_payment_id', string>;
  expect(confirmation.razorpay_order_id).toBe(orderId);
  const { status, body } = await site.purchases.verify(confirmation);
  expect([status, body['status']]).toEqual([200, 'paid']);
  const paymentId = confirmation.razorpay_payment_id;
  expect(await site.purchases.checkoutOf(orderId)).toMatchObject({
    paymentId,
    payment: { amountPaise: AMOUNT_PAISE, currency: 'INR' },
  });
  return findPayment(paymentId);
}

/** Expects that the payment fails for this reason, and does not pay the order, even if its confirmation were signed. */
async function expectFailed(orderId: string, received: Json, code: string, reason: string): Promise<void> {
  const { metadata, ...error } = received['error'] as Json & { metadata: { payment_id: string } };
  expect(error).toMatchObject({ code, reason });
  const { payment_id: paymentId } = metadata;
  expect(await findPayment(paymentId)).toMatchObject({
    status: 'failed',
    order_id: orderId,
    error_code: code,
    error_reason: reason,
  });
  const razorpay_signature = createHmac('sha256', KEY_SECRET).update(`${orderId}|${paymentId}`).digest('hex');
  const { status } = await site.purchases.verify({
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature,
  });
  expect(status).toBe(409);
  const checkout = await site.purchases.checkoutOf(orderId);
  expect([checkout?.['status'], checkout?.['paymentId']]).toEqual(['ATTEMPTED', undefined]);
}

describe('a test card', () => {
  it.each([
    ['4100 2800 0000 1007', 'Visa', '1234'],
    ['5500 6700 0000 1002', 'MasterCard', '12345'],
    ['6527 6589 0000 1005', 'RuPay', '123456'],
    ['3608 280009 1007', 'Diners Club', '12345678'],
    ['3402 560004 01007', 'American Express', '1234567890'],
  ])('%s (%s) fails with an OTP of three digits, and pays with %s', async (number, network, otp) => {
    const orderId = await anOrder();
    const failed = await payAtBank(orderId, card(number), { otp: '123' });
    await expectFailed(orderId, failed, 'BAD_REQUEST_ERROR', 'incorrect_otp');
    const payment = await expectPaid(orderId, await payAtBank(orderId, card(number), { otp }));
    expect(payment).toMatchObject({ status: 'captured', method: 'card', card: { network } });
  });

  it.each([
    ['4100 2800 0009 0000', 'BAD_REQUEST_ERROR', 'payment_timed_out'],
    ['4100 2800 0008 0001', 'BAD_REQUEST_ERROR', 'insufficient_funds'],
    ['4100 2800 0007 0002', 'BAD_REQUEST_ERROR', 'payment_cancelled'],
    ['4100 2800 0006 0003', 'BAD_REQUEST_ERROR', 'card_declined'],
    ['4100 2800 0003 0006', 'BAD_REQUEST_ERROR', 'card_disabled_for_online_payments'],
    ['4100 2800 0001 0008', 'BAD_REQUEST_ERROR', 'card_number_invalid'],
    ['4100 2800 0002 0007', 'GATEWAY_ERROR', 'gateway_technical_error'],
    ['4100 2800 0000 0009', 'BAD_REQUEST_ERROR', 'authentication_failed'],
  ])('%s fails by %s %s, and its order is paid by the next payment', async (number, code, reason) => {
    const orderId = await anOrder();
    await expectFailed(orderId, await payAtBank(orderId, card(number), { result: 'failure' }), code, reason);
    const paid = await payAtBank(orderId, card(number), { result: 'success' });
    expect(await expectPaid(orderId, paid)).toMatchObject({ status: 'captured', error_reason: null });
  });
});

describe('a UPI id', () => {
  it('failure@razorpay fails, and success@razorpay pays the same order', async () => {
    const orderId = await anOrder();
    const failed = await attempt(orderId, { method: 'upi', vpa: 'failure@razorpay' });
    await expectFailed(orderId, failed, 'BAD_REQUEST_ERROR', 'payment_failed');
    const paid = await attempt(orderId, { method: 'upi', vpa: 'success@razorpay' });
    expect(await expectPaid(orderId, paid)).toMatchObject({ method: 'upi', vpa: 'success@razorpay' });
  });
});

describe('netbanking', () => {
  it('fails and pays as the page of the bank is answered', async () => {
    const orderId = await anOrder();
    const bank = { method: 'netbanking', bank: 'SBIN' };
    const failed = await payAtBank(orderId, bank, { result: 'failure' });
    await expectFailed(orderId, failed, 'BAD_REQUEST_ERROR', 'payment_failed');
    const paid = await payAtBank(orderId, bank, { result: 'success' });
    expect(await expectPaid(orderId, paid)).toMatchObject({ method: 'netbanking', bank: 'SBIN' });
  });
});
