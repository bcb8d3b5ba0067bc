import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { badRequest, notApplicable, toApiError, unknownId } from './api-error.ts';
import type { Disputes } from './disputes.ts';
import type { Notes, Order } from './entities.ts';
import type { ApiFaults } from './faults.ts';
import type { Provider } from './provider.ts';

export interface ApiRoutesOptions {
  provider: Provider;
  disputes: Pick<Disputes, 'get' | 'list'>;
  faults: ApiFaults;
  keyId: string;
  keySecret: string;
}

type Body = Record<string, unknown>;
interface IdParams {
  id: string;
}

const MIN_AMOUNT = 100;
const MAX_RECEIPT_CHARS = 40;
const MAX_NOTES = 15;
const MAX_NOTE_CHARS = 256;
const MAX_COUNT = 100;

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const bodyOf = ({ body }: FastifyRequest): Body => (isRecord(body) ? body : {});
const invalid = (description: string, field: string) => badRequest(description, { field });

function rejectExtra(body: Body, known: readonly string[]): void {
  const extra = Object.keys(body).filter((key) => !known.includes(key));
  if (extra.length > 0)
    throw badRequest(`${extra.join(', ')} is/are not required and should not be sent`, {
      reason: 'extra_field_sent',
    });
}

function readAmount({ amount }: Body): number {
  if (amount === undefined) throw invalid('amount: is required.', 'amount');
  if (typeof amount !== 'number' || !Number.isInteger(amount))
    throw invalid('The amount must be an integer.', 'amount');
  return amount;
}

function readNotes({ notes }: Body): Notes {
  if (notes === undefined || (Array.isArray(notes) && notes.length === 0)) return [];
  if (!isRecord(notes)) throw invalid('The notes must be an object.', 'notes');
  const entries = Object.entries(notes);
  if (entries.length > MAX_NOTES)
    throw invalid('Number of fields in notes should be less than or equal to 15', 'notes');
  if (entries.some(([, value]) => String(value).length > MAX_NOTE_CHARS))
    throw invalid('The value of a note may not be greater than 256 characters.', 'notes');
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function readReceipt({ receipt }: Body): string | null {
  const text = readText(receipt);
  if (text !== null && text.length > MAX_RECEIPT_CHARS)
    throw invalid('The receipt may not be greater than 40 characters.', 'receipt');
  return text;
}

/** Returns a collection by `count`, `skip`, `from` and `to`, newest first. */
function collectionOf<Entity extends { created_at: number }>(all: readonly Entity[], query: unknown) {
  const { count, skip, from, to } = isRecord(query) ? query : {};
  const [start, end] = [Number(from ?? 0), Number(to ?? Number.POSITIVE_INFINITY)];
  const inTime = all.filter(({ created_at }) => created_at >= start && created_at <= end);
  const size = Math.min(MAX_COUNT, Number(count ?? 10));
  const items = inTime.slice(Number(skip ?? 0)).slice(0, size);
  return { entity: 'collection', count: items.length, items };
}

/** Razorpay's API under `/v1`, with its authentication, errors and idempotency. */
export async function apiRoutes(
  app: FastifyInstance,
  { provider, disputes, faults, keyId, keySecret }: ApiRoutesOptions,
): Promise<void> {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  const dropped = new WeakSet<FastifyRequest>();
  /** Keys of refunds that are being made. */
  const refunding = new Set<string>();

  app.setErrorHandler((error: Error, request, reply) => {
    const { status, body } = toApiError(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(status).send(body);
  });
  app.addHook('onRequest', async ({ headers }) => {
    const received = Buffer.from(headers.authorization ?? '');
    if (received.length !== expected.length || !timingSafeEqual(received, expected))
      throw notApplicable(401, 'Authentication failed');
  });
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (fault === null) return;
    if (fault.kind === 'delay') await setTimeout(fault.ms);
    else if (fault.kind === 'drop-after') dropped.add(request);
    else if (fault.kind === 'drop') {
      reply.hijack();
      request.raw.socket.destroy();
    } else
      throw notApplicable(
        fault.code,
        fault.code === 429 ? 'Too many requests' : 'The request could not be completed',
      );
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (dropped.has(request)) request.raw.socket.destroy();
    return payload;
  });

  app.post('/v1/orders', async (request) => {
    const body = bodyOf(request);
    rejectExtra(body, [
      'amount',
      'currency',
      'receipt',
      'notes',
      'partial_payment',
      'first_payment_min_amount',
      'payment',
      'unique_receipt',
      'payment_capture',
    ]);
    const amount = readAmount(body);
    if (amount < MIN_AMOUNT)
      throw badRequest('Order amount less than minimum amount allowed', {
        step: 'order_creation',
        reason: 'amount_less_than_minimum_amount',
      });
    const { currency = 'INR', unique_receipt: uniqueReceipt, payment, payment_capture: captures } = body;
    if (typeof currency !== 'string')
      throw invalid(`expected string but provided ${String(currency)}`, 'currency');
    if (!/^[A-Z]{3}$/.test(currency)) throw invalid('The currency is not supported.', 'currency');
    const manualCapture = isRecord(payment)
      ? payment['capture'] === 'manual'
      : captures === 0 || captures === false;
    return provider.createOrder({
      amount,
      currency,
      receipt: readReceipt(body),
      notes: readNotes(body),
      uniqueReceipt: uniqueReceipt === true && readReceipt(body) !== null,
      manualCapture,
    });
  });
  app.get('/v1/orders', async ({ query }) => {
    const receipt = isRecord(query) ? query['receipt'] : undefined;
    const matches = (order: Order): boolean => receipt === undefined || order.receipt === receipt;
    return collectionOf(provider.ledger.list('orders', matches), query);
  });
  app.get<{ Params: IdParams }>('/v1/orders/:id', async ({ params }) => provider.getOrder(params.id));
  app.get<{ Params: IdParams }>('/v1/orders/:id/payments', async ({ params, query }) =>
    collectionOf(provider.paymentsOf(provider.getOrder(params.id).id), query),
  );
  app.patch<{ Params: IdParams }>('/v1/orders/:id', async (request) => {
    const body = bodyOf(request);
    rejectExtra(body, ['notes']);
    return provider.setNotes(request.params.id, readNotes(body));
  });

  app.get('/v1/payments', async ({ query }) => collectionOf(provider.ledger.list('payments'), query));
  app.get<{ Params: IdParams }>('/v1/payments/:id', async ({ params }) => provider.getPayment(params.id));
  app.post<{ Params: IdParams }>('/v1/payments/:id/capture', async (request) => {
    const body = bodyOf(request);
    rejectExtra(body, ['amount', 'currency']);
    return provider.capture(request.params.id, readAmount(body), readText(body['currency']) ?? 'INR');
  });

  app.post<{ Params: IdParams }>('/v1/payments/:id/refund', async (request) => {
    const body = bodyOf(request);
    rejectExtra(body, ['amount', 'speed', 'notes', 'receipt']);
    const header = request.headers['x-refund-idempotency'];
    const keyText = typeof header === 'string' ? header : null;
    if (keyText !== null && !/^[\w-]{10,}$/.test(keyText))
      throw notApplicable(400, 'The idempotency key must have at least 10 characters.');
    if (keyText !== null && refunding.has(keyText))
      throw notApplicable(409, 'Request failed because another request is in progress with the same key');
    if (keyText !== null) refunding.add(keyText);
    try {
      // As long as the bank takes: a second request with the key meets the first.
      await setTimeout(1);
      return provider.refund(request.params.id, {
        amount: body['amount'] === undefined ? undefined : readAmount(body),
        speed: readText(body['speed']) ?? 'normal',
        notes: readNotes(body),
        receipt: readReceipt(body),
        key: keyText === null ? null : { id: keyText, body: JSON.stringify([request.params.id, body]) },
      });
    } finally {
      if (keyText !== null) refunding.delete(keyText);
    }
  });
  const refundsOf = (paymentId: string) =>
    provider.ledger.list('refunds', (refund) => refund.payment_id === paymentId);
  app.get<{ Params: IdParams }>('/v1/payments/:id/refunds', async ({ params, query }) =>
    collectionOf(refundsOf(provider.getPayment(params.id).id), query),
  );
  app.get<{ Params: IdParams & { refundId: string } }>(
    '/v1/payments/:id/refunds/:refundId',
    async ({ params }) => {
      const refund = provider.getRefund(params.refundId);
      if (refund.payment_id !== params.id) throw unknownId();
      return refund;
    },
  );
  app.get('/v1/refunds', async ({ query }) => collectionOf(provider.ledger.list('refunds'), query));
  app.get('/v1/disputes', async ({ query }) => collectionOf(disputes.list(), query));
  app.get<{ Params: IdParams }>('/v1/disputes/:id', async ({ params }) => disputes.get(params.id));
  app.get<{ Params: IdParams }>('/v1/refunds/:id', async ({ params }) => provider.getRefund(params.id));
}
