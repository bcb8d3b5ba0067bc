import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { WireError, forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { PAYMENT_LINK_ERROR } from '@vidhi/contracts/payment-link-names.ts';
import { hasAddresses, readAddresses } from '@vidhi/contracts/read-addresses.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { OrderLinks } from '@vidhi/service-kit/order-link.ts';
import type { FindPaymentLink, PriceCart } from './cart-client.ts';
import { BOOK_RECEIPT } from './checkout.ts';
import { presentOrder, presentPayment } from './checkout-presenter.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { SellerCheck } from '../seller/seller.ts';
import type { CreateCheckout, OrderedCheckout } from './create-checkout.ts';
import type { OpenDialog } from './open-dialog.ts';
import type { Confirmation, VerifyPayment } from './verify-payment.ts';

export interface PaymentRoutesOptions {
  checkouts: Pick<CheckoutStore, 'findByPayment'>;
  priceCart: PriceCart;
  findPaymentLink: FindPaymentLink;
  createCheckout: CreateCheckout;
  openDialog: OpenDialog;
  /** Returns the pseudonym of a client's network, by which its unpaid reservations are counted. */
  networkOf: (address: string) => string;
  verifyPayment: VerifyPayment;
  /** Throws where nobody may be charged. */
  requireSeller: SellerCheck['requireSeller'];
  keyId: string;
  links: OrderLinks;
  /** Resolves with the account that a purchase belongs to; null for a guest's. */
  findOwner: (checkoutId: string) => Promise<number | null>;
}

/** A client that brings no addresses gets a purchase that asks for them. */
const NO_ADDRESSES = { billing: null, shipping: null };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A cart that is paid for has other lines afterwards: the same lines are never bought twice. */
const FOREVER_MS = Number.POSITIVE_INFINITY;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Throws the same 400 for anything that is no confirmation: a list or an object must not reach a query. */
function readConfirmation(body: unknown): Confirmation {
  const source = isRecord(body) ? body : {};
  const [payment, order, signature] = ['payment_id', 'order_id', 'signature'].map((name) =>
    textOf(source[`razorpay_${name}`]),
  );
  if (!payment || !order || !signature) throw validationError('The payment could not be verified');
  return { razorpay_payment_id: payment, razorpay_order_id: order, razorpay_signature: signature };
}

const documented = (summary: string, operationId: string, description: string) => ({
  summary,
  operationId,
  tags: ['payments'],
  security: [{}, { bearer: [] }],
  body: Type.Unknown({ description }),
  response: { 200: Type.Unknown() },
});

/** §7.4 of the specification. Amounts, titles, discounts and accounts sent by the client are never trusted. */
export async function paymentRoutes(
  app: FastifyInstance,
  {
    checkouts,
    priceCart,
    findPaymentLink,
    createCheckout,
    openDialog,
    networkOf,
    verifyPayment,
    requireSeller,
    keyId,
    links,
    findOwner,
  }: PaymentRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /**
   * Creates the checkout of a payment link. It belongs to no account: every visitor of the link has the same one, and so one
   * order at the provider.
   */
  async function payLink(linkId: string, key: unknown, network: string): Promise<OrderedCheckout> {
    const link = links.isValid(linkId, key) ? await findPaymentLink(linkId) : null;
    if (link === null) throw notFound();
    const { state, checkoutId, lines, shippingPaise, returnDays, billing, shipping } = link;
    if (state === 'paid')
      throw new WireError(409, 'ConflictError', 'already paid', { details: { checkout_id: checkoutId } });
    if (state !== 'open')
      throw new WireError(
        409,
        PAYMENT_LINK_ERROR,
        `The payment link ${state === 'expired' ? 'has expired' : 'was cancelled'}`,
      );
    await requireSeller();
    return createCheckout({
      receipt: linkId,
      linkId,
      userId: null,
      lines,
      shippingPaise,
      returnDays,
      billing,
      shipping,
      key: '',
      network,
      reuseMs: FOREVER_MS,
      paidMs: FOREVER_MS,
    });
  }

  app.post(
    '/api/payment/checkout',
    {
      schema: documented(
        'Create the payment order of a cart',
        'createCheckout',
        'receipt (the Batch_id of the cart), billingAddress, shippingAddress and sameAddress; prices are ignored. Or payment_link and its key: everything else is as the shop has written it down',
      ),
    },
    async ({ body, principal, ip }) => {
      const fields = isRecord(body) ? body : {};
      const linkId = textOf(fields['payment_link']);
      if (linkId !== null) {
        const checkout = await payLink(linkId, fields['key'], networkOf(ip));
        return presentOrder(checkout, keyId, links.sign(checkout._id));
      }
      const userId = principal?.userId ?? null;
      const { receipt, user_id } = fields;
      if (user_id !== undefined && user_id !== null && Number(user_id) !== userId) throw forbidden();
      const batchId = textOf(receipt);
      if (batchId === null && userId === null) throw validationError('receipt must be defined.');
      await requireSeller();
      const { billing, shipping } = readAddresses(body);
      const priced = await priceCart({ userId, batchId });
      const checkout = await createCheckout({
        receipt: batchId ?? `user:${userId}`,
        userId,
        ...priced,
        billing,
        shipping,
        key: '',
        network: networkOf(ip),
        reuseMs: DAY_MS,
        paidMs: FOREVER_MS,
      });
      return presentOrder(checkout, keyId, links.sign(checkout._id));
    },
  );

  app.post(
    '/api/payment/order',
    {
      schema: documented(
        'Create the payment order of one book',
        'createBookOrder',
        'book_id, and Price as the client shows it: 409 when it differs; billingAddress, shippingAddress and sameAddress, without which the purchase asks for them. Needs an account',
      ),
    },
    async ({ body, principal, headers, ip }) => {
      if (principal === null) throw forbidden();
      const { userId } = principal;
      const { user_id, book_id, Price } = isRecord(body) ? body : {};
      if (user_id !== undefined && user_id !== null && Number(user_id) !== userId) throw forbidden();
      const bookId = Number(book_id);
      if (!Number.isSafeInteger(bookId) || bookId < 1) throw validationError('book_id must be defined.');
      const addresses = hasAddresses(body) ? readAddresses(body) : NO_ADDRESSES;
      await requireSeller();
      const priced = await priceCart({ userId, batchId: null, bookId });
      const [line] = priced.lines;
      if (line === undefined) throw notFound();
      const price = line.unitPaise / 100;
      if (Price !== undefined && Price !== null && Number(Price) !== price)
        throw new WireError(409, 'ConflictError', 'The price has changed', { details: { Price: price } });
      const checkout = await createCheckout({
        receipt: `${BOOK_RECEIPT}${bookId}`,
        userId,
        ...priced,
        ...addresses,
        key: textOf(headers['idempotency-key']) ?? '',
        network: networkOf(ip),
        reuseMs: 30 * MINUTE_MS,
        paidMs: 10 * MINUTE_MS,
      });
      return presentOrder(checkout, keyId, links.sign(checkout._id));
    },
  );

  app.post(
    '/api/payment/dialog',
    {
      schema: documented(
        'Report that the dialog of the card provider opens',
        'openDialog',
        'checkout_id: its copies are then reserved for longer; 409 when they are gone. A client that does not report it loses the reservation sooner, and nothing else',
      ),
    },
    async ({ body, ip }) => {
      const checkoutId = textOf(isRecord(body) ? body['checkout_id'] : null);
      if (checkoutId === null) throw validationError('checkout_id must be defined.');
      await openDialog(checkoutId, networkOf(ip));
      return { data: { checkout_id: checkoutId } };
    },
  );

  app.post(
    '/api/payment/verify',
    {
      schema: documented(
        'Verify a payment',
        'verifyPayment',
        'What checkout.js hands to its handler: razorpay_payment_id, razorpay_order_id, razorpay_signature',
      ),
    },
    async ({ body }) => verifyPayment(readConfirmation(body), 'verify'),
  );

  app.post<{ Querystring: { payment_id?: unknown } }>(
    '/api/payment/fetch',
    { schema: documented('One of the own payments', 'fetchPayment', 'Nothing; payment_id is in the query') },
    async ({ query, principal }) => {
      const paymentId = textOf(query.payment_id);
      const checkout =
        principal === null || paymentId === null ? null : await checkouts.findByPayment(paymentId);
      if (checkout === null || principal === null) throw notFound();
      // A guest's purchase may belong to an account since.
      const owner = checkout.userId ?? (await findOwner(checkout._id));
      if (owner !== principal.userId && !hasDesk(principal, 'shop')) throw notFound();
      return presentPayment(checkout);
    },
  );

  await app.register(async (forms) => {
    // The provider's page posts a form here instead of calling the handler.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    forms.post('/api/payment/callback', { schema: { hide: true } }, async ({ body }, reply) => {
      try {
        await verifyPayment(readConfirmation(body), 'callback');
      } catch (error) {
        if (!(error instanceof WireError) || error.status >= 500) throw error;
        return reply.redirect('/cart', 303);
      }
      return reply.redirect('/success', 303);
    });
  });
}
