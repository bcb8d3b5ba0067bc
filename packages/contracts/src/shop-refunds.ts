import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

// Refunds of a part of a purchase that the shop orders.

/** Largest amount that is accepted: a hundred million rupees. */
const MAX_PAISE = 10_000_000_000;
const Paise = Type.Integer({ minimum: 1, maximum: MAX_PAISE });

/** A refund of copies of lines, of shipping, of any amount, or of several of these together. */
export const RefundRequest = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.Integer({ minimum: 1 }), copies: Type.Integer({ minimum: 1, maximum: 10_000 }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100 },
      ),
    ),
    shipping_paise: Type.Optional(Paise),
    amount_paise: Type.Optional(Paise),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    restock: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the copies of the lines can be sold again' }),
    ),
  },
  { additionalProperties: false },
);
export type RefundRequest = Static<typeof RefundRequest>;
/** Body of `POST /api/purchases/{id}/refunds`; the header `Idempotency-Key` is required. */
export const RefundBody = Type.Object({ data: RefundRequest }, { additionalProperties: false });

/**
 * `DUE`: stored. `REQUESTED`: the provider has accepted it. `DONE`: the bank has processed it. `FAILED`: nothing went
 * back, and the amount can be refunded again.
 */
export const SHOP_REFUND_STATES = ['DUE', 'REQUESTED', 'DONE', 'FAILED'] as const;
/** `nothing-left`: others had refunded or disputed the amount. `rejected`: by the provider. `returned`: by the bank. */
export const REFUND_FAILURES = ['nothing-left', 'rejected', 'returned'] as const;
export type RefundFailure = (typeof REFUND_FAILURES)[number];

/** A refund of a purchase, of any origin. */
export const DeskRefund = Type.Object({
  id: Type.String(),
  /** `shop`: ordered here. `provider`: made in the dashboard, or of a cancellation. */
  origin: Type.Enum(['shop', 'provider']),
  state: Type.Enum([...SHOP_REFUND_STATES]),
  failure: nullable(Type.Enum([...REFUND_FAILURES])),
  amount_paise: Type.Integer({ minimum: 0 }),
  lines: Type.Array(Type.Object({ id: Type.Integer(), copies: Type.Integer() })),
  shipping_paise: Type.Integer({ minimum: 0 }),
  reason: nullable(Type.String()),
  restock: Type.Boolean(),
  /** Null for one of the provider. */
  at: nullable(Type.String()),
  by: nullable(Type.Integer()),
  provider_id: nullable(Type.String()),
  /** Note that a failed refund was paid back another way; absent without one. */
  settled: Type.Optional(
    Type.Object({ at: Type.String(), by: nullable(Type.Integer()), reason: Type.String() }),
  ),
  /** Present where the refund has failed and its money did not go back otherwise. */
  can_settle: Type.Optional(Type.Literal(true)),
});
export type DeskRefund = Static<typeof DeskRefund>;
export const RefundResponse = Type.Object({ data: DeskRefund });

/** Body of `PUT /api/purchases/{id}/refunds/{refund}/settlement`; `DELETE` takes the note back. */
export const SettleRefundBody = Type.Object(
  {
    data: Type.Object(
      { reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** Body of payments' `POST /internal/checkouts/{id}/part-refunds`; may be repeated. 409 for another amount of a key. */
export const PartRefundRequest = Type.Object({
  key: Type.String({ pattern: '^[a-z0-9]{8,40}$' }),
  amountPaise: Paise,
});
export type PartRefundRequest = Static<typeof PartRefundRequest>;
/** Response: how far the refund is. */
export const PartRefundResponse = Type.Object({
  state: Type.Enum([...SHOP_REFUND_STATES]),
  failure: nullable(Type.Enum([...REFUND_FAILURES])),
  providerId: nullable(Type.String()),
});
export type PartRefundResponse = Static<typeof PartRefundResponse>;
