import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { OrderHelp, type PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import { CANCELLATIONS } from '@vidhi/contracts/purchases.ts';
import type { FindProgress } from './cart-client.ts';
import { isCancelled, sumReturns, type Checkout, type RefundDue } from './checkout.ts';
import type { CheckoutStore } from './checkout-store.ts';
import type { IsMailed } from './mails-client.ts';

export interface StatusRoutesOptions {
  checkouts: Pick<CheckoutStore, 'find'>;
  isMailed: IsMailed;
  findProgress: FindProgress;
}

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
const NullableText = Type.Union([Type.String(), Type.Null()]);
const STAGES = [
  'reserved',
  'paid',
  'confirmed',
  'mailed',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
] as const;
const PurchaseStatus = Type.Object({
  data: Type.Object({
    id: Type.String(),
    /** Null until the order is stored. */
    purchase_number: NullableText,
    /**
     * The last stage that is reached; `shipped` and `delivered` when every line is. `cancelled`: the payment goes back;
     * `refunded`: it has.
     */
    stage: Type.Enum([...STAGES]),
    /** Why it was cancelled; null for an order that is not, or whose reason was not stored. */
    cancelled_for: Type.Union([Type.Enum([...CANCELLATIONS]), Type.Null()]),
    /** Whether it was not paid in time; a late payment still counts. */
    isExpired: Type.Boolean(),
    totalPaise: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        title: Type.String(),
        quantity: Type.Integer(),
        shipping_date: NullableText,
        delivered_date: NullableText,
        /** Whether nothing of it is sent, as all of it was refunded before. */
        is_cancelled: Type.Boolean(),
      }),
    ),
    /** Time at which it was packed. */
    packed_at: NullableText,
    /** The seller, for questions; null until the order is stored. */
    help: Type.Union([OrderHelp, Type.Null()]),
    /** Refunds of any origin that the bank has processed, and the amounts of lost disputes. */
    refundedPaise: Type.Integer(),
    /** Whether the buyer's bank disputes the payment at this moment. */
    isDisputed: Type.Boolean(),
  }),
});
type Status = Static<typeof PurchaseStatus>['data'];

/**
 * `GET /api/payment/status/{checkout_id}`: the stage of a purchase. Needs no login, because guests buy too: the id is
 * random, and the response has no contact data.
 */
/** States of a refund whose money is with the buyer. */
const ENDED: ReadonlySet<RefundDue['state']> = new Set(['DONE', 'SETTLED']);

export async function statusRoutes(
  app: FastifyInstance,
  { checkouts, isMailed, findProgress }: StatusRoutesOptions,
): Promise<void> {
  /** Without a response of cart-orders, the stage is that of the payment. */
  async function progressOf({ _id, status }: Checkout): Promise<PurchaseProgress | null> {
    return status === 'FULFILLED' ? findProgress(_id).catch(() => null) : null;
  }

  async function stageOf(checkout: Checkout, progress: PurchaseProgress | null): Promise<Status['stage']> {
    const { status, purchaseId, paymentId, refunds, returns, snapshot } = checkout;
    const { returnedPaise } = sumReturns(returns, paymentId);
    if (returnedPaise > 0 && returnedPaise >= snapshot.totalPaise) return 'refunded';
    const refund = refunds.find((one) => one.paymentId === paymentId);
    if (refund !== undefined) return ENDED.has(refund.state) ? 'refunded' : 'cancelled';
    if (isCancelled(checkout)) return 'cancelled';
    if (status === 'PAID') return 'paid';
    if (status !== 'FULFILLED') return 'reserved';
    const all = progress?.lines ?? [];
    // What was refunded before it was shipped is not sent.
    const lines = all.filter((line) => line.isCancelled !== true);
    if (all.length > 0 && lines.length === 0) return returnedPaise > 0 ? 'refunded' : 'cancelled';
    if (lines.length > 0 && lines.every(({ deliveredDate }) => deliveredDate !== null)) return 'delivered';
    if (lines.length > 0 && lines.every(({ shippingDate }) => shippingDate !== null)) return 'shipped';
    return purchaseId !== undefined && (await isMailed(purchaseId)) ? 'mailed' : 'confirmed';
  }

  app.get<{ Params: Static<typeof Params> }>(
    '/api/payment/status/:id',
    {
      schema: {
        summary: 'How far a purchase is',
        operationId: 'getPurchaseStatus',
        tags: ['payments'],
        security: [],
        params: Params,
        response: { 200: PurchaseStatus },
      },
    },
    async ({ params }, reply) => {
      const checkout = await checkouts.find(params.id);
      if (checkout === null) throw notFound();
      const { _id: id, status, snapshot } = checkout;
      const progress = await progressOf(checkout);
      const returned = sumReturns(checkout.returns, checkout.paymentId);
      reply.header('cache-control', 'no-store');
      return {
        data: {
          id,
          purchase_number: progress?.purchaseNumber ?? null,
          stage: await stageOf(checkout, progress),
          cancelled_for: progress?.cancelledFor ?? null,
          isExpired: status === 'EXPIRED',
          totalPaise: snapshot.totalPaise,
          lines: snapshot.lines.map(({ title, quantity }, at) => ({
            title,
            quantity,
            shipping_date: progress?.lines[at]?.shippingDate ?? null,
            delivered_date: progress?.lines[at]?.deliveredDate ?? null,
            is_cancelled: progress?.lines[at]?.isCancelled === true,
          })),
          packed_at: progress?.packedAt ?? null,
          help: progress?.help ?? null,
          refundedPaise: returned.returnedPaise,
          isDisputed: returned.disputedPaise > 0,
        },
      };
    },
  );
}
