import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiError, badRequest, unknownId } from './api-error.ts';
import { framePage } from './checkout-page.ts';
import { DECLINED, METHODS, TEST_CARDS, WRONG_OTP, type Failure, type Payment } from './entities.ts';
import type { Confirmation, Provider } from './provider.ts';
import { PLAIN } from './webhooks.ts';

export interface CheckoutRoutesOptions {
  provider: Provider;
  keyId: string;
}

const FrameQuery = Type.Object({
  key: Type.String(),
  order_id: Type.String(),
  name: Type.String({ default: '' }),
  email: Type.String({ default: '' }),
  contact: Type.String({ default: '' }),
  /** Origin of the shop's page, the only one that the frame sends messages to. */
  parent: Type.String({ pattern: '^https?://[^/]+$' }),
});
const Attempt = Type.Object(
  {
    key: Type.String(),
    order_id: Type.String(),
    method: Type.Enum([...METHODS]),
    email: Type.Optional(Type.String()),
    contact: Type.Optional(Type.String()),
    card_number: Type.Optional(Type.String()),
    expiry: Type.Optional(Type.String()),
    cvv: Type.Optional(Type.String()),
    vpa: Type.Optional(Type.String()),
    bank: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
type Attempt = Static<typeof Attempt>;
const Completion = Type.Object(
  {
    key: Type.String(),
    otp: Type.Optional(Type.String()),
    result: Type.Optional(Type.Enum(['success', 'failure'])),
  },
  { additionalProperties: false },
);
const Id = Type.Object({ id: Type.String() });

type AttemptResponse =
  | { next: 'bank'; payment_id: string; method: string }
  | { response: Confirmation }
  | { error: Failure & { metadata: { order_id: string; payment_id: string } } };

const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'";
const SCRIPT = 'application/javascript; charset=utf-8';
const OTP = /^\d{4,10}$/;

function isFuture(expiry: string): boolean {
  const [, month, year] = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return false;
  return Date.UTC(2_000 + Number(year), Number(month)) > Date.now();
}

/** checkout.js, and what its modal shows and sends. Needs the public key only, as Razorpay's. */
export async function checkoutRoutes(
  app: FastifyInstance,
  { provider, keyId }: CheckoutRoutesOptions,
): Promise<void> {
  const [script, frameScript] = await Promise.all(
    ['checkout-script.js', 'checkout-frame.js'].map((name) => readFile(join(import.meta.dirname, name))),
  );
  const bankFailures = new Map<string, Failure>();

  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    throw error;
  });
  const requireKey = (key: string): void => {
    // Razorpay says the same when key and order belong to different accounts.
    if (key !== keyId) throw unknownId();
  };
  const failed = (payment: Payment, failure: Failure): AttemptResponse => {
    provider.fail(payment.id, failure);
    return { error: { ...failure, metadata: { order_id: payment.order_id, payment_id: payment.id } } };
  };
  const succeeded = (payment: Payment): AttemptResponse => ({
    response: provider.confirmation(provider.authorize(payment.id, PLAIN)),
  });

  function start(attempt: Attempt): AttemptResponse {
    const { order_id: orderId, method, email = null, contact = null } = attempt;
    const buyer = { email: email === '' ? null : email, contact: contact === '' ? null : contact };
    if (method === 'upi') {
      const vpa = attempt.vpa ?? '';
      if (vpa !== 'success@razorpay' && vpa !== 'failure@razorpay')
        throw badRequest('Invalid VPA. Please enter a valid Virtual Payment Address', {
          reason: 'invalid_vpa',
        });
      const payment = provider.startPayment(orderId, { method, vpa, ...buyer });
      return vpa === 'success@razorpay' ? succeeded(payment) : failed(payment, DECLINED);
    }
    if (method === 'netbanking') {
      const payment = provider.startPayment(orderId, { method, bank: attempt.bank ?? 'HDFC', ...buyer });
      return { next: 'bank', payment_id: payment.id, method };
    }
    const cardNumber = (attempt.card_number ?? '').replaceAll(/\D/g, '');
    const card = TEST_CARDS[cardNumber];
    if (card === undefined)
      throw badRequest('The card number is not a test card.', { reason: 'card_number_invalid' });
    if (!isFuture(attempt.expiry ?? ''))
      throw badRequest('Your card has expired.', { reason: 'card_expired' });
    if (!/^\d{3,4}$/.test(attempt.cvv ?? ''))
      throw badRequest('The CVV is incorrect.', { reason: 'incorrect_cvv' });
    const payment = provider.startPayment(orderId, { method, cardNumber, network: card.network, ...buyer });
    bankFailures.set(payment.id, card.failure);
    return { next: 'bank', payment_id: payment.id, method };
  }

  app.get('/v1/checkout.js', async (_request, reply) => reply.type(SCRIPT).send(script));
  app.get('/checkout/frame.js', async (_request, reply) => reply.type(SCRIPT).send(frameScript));
  app.get<{ Querystring: Static<typeof FrameQuery> }>(
    '/checkout',
    { schema: { querystring: FrameQuery } },
    async ({ query }, reply) => {
      const { key, order_id, name, email, contact, parent } = query;
      requireKey(key);
      const order = provider.getOrder(order_id);
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': FRAME_POLICY, 'cache-control': 'no-store' })
        .send(framePage({ order, key, shop: name, parentOrigin: parent, email, contact }));
    },
  );
  app.post<{ Body: Attempt }>('/checkout/attempts', { schema: { body: Attempt } }, async ({ body }) => {
    requireKey(body.key);
    return start(body);
  });
  app.post<{ Params: Static<typeof Id>; Body: Static<typeof Completion> }>(
    '/checkout/attempts/:id/complete',
    { schema: { params: Id, body: Completion } },
    async ({ params, body }) => {
      requireKey(body.key);
      const payment = provider.getPayment(params.id);
      const { otp, result } = body;
      if (result === 'success' || (result === undefined && OTP.test(otp ?? ''))) return succeeded(payment);
      return failed(payment, result === undefined ? WRONG_OTP : (bankFailures.get(payment.id) ?? DECLINED));
    },
  );
}
