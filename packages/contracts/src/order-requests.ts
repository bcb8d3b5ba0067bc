import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

// Requests of buyers to cancel copies that are not shipped, or to return copies that are.

export const REQUEST_KINDS = ['cancel', 'return'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/** `open`: the shop has not decided. */
export const REQUEST_STATES = ['open', 'accepted', 'declined'] as const;

const RequestLine = Type.Object(
  {
    /** Id of the order on the wire. */
    id: Type.Integer({ minimum: 1 }),
    copies: Type.Integer({ minimum: 1, maximum: 10_000 }),
  },
  { additionalProperties: false },
);

/** Body of `POST /api/order-status/{checkout_id}/requests`. */
export const RequestBody = Type.Object(
  {
    data: Type.Object(
      {
        kind: Type.Enum([...REQUEST_KINDS]),
        lines: Type.Optional(
          Type.Array(RequestLine, {
            minItems: 1,
            maxItems: 100,
            description: 'By default every copy that such a request may be about',
          }),
        ),
        reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type RequestBody = Static<typeof RequestBody>;

/**
 * Body of `PUT /api/purchases/{id}/requests/{request}`. Accepting a cancellation refunds its copies, and the shipping
 * charge when nothing of the order is left to be sent.
 */
export const DecisionBody = Type.Object(
  {
    data: Type.Object(
      {
        state: Type.Enum(['accepted', 'declined']),
        reply: Type.String({ maxLength: 1_000, description: 'A text for the buyer; declining needs one' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type DecisionBody = Static<typeof DecisionBody>;

/** A request of a buyer, as it was decided. */
export const OrderRequest = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...REQUEST_KINDS]),
  lines: Type.Array(RequestLine),
  reason: Type.String(),
  state: Type.Enum([...REQUEST_STATES]),
  at: Type.String(),
  decided_at: nullable(Type.String()),
  reply: nullable(Type.String()),
});
export type OrderRequest = Static<typeof OrderRequest>;

/** A request of an order, as the buyer and the desk read it. */
export const RequestOfBuyer = Type.Object({
  ...OrderRequest.properties,
  /** Whether every copy of an accepted return was refunded since; absent in responses of older releases. */
  is_refunded: Type.Optional(Type.Boolean()),
});
export type RequestOfBuyer = Static<typeof RequestOfBuyer>;

/** Copies of a line that a buyer may request to be cancelled or taken back. */
export const Requestable = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...REQUEST_KINDS]),
  copies: Type.Integer({ minimum: 1 }),
  /** Last day of a return, YYYY-MM-DD; null for a cancellation, which is possible until the parcel is sent. */
  until: nullable(Type.String()),
});
export type Requestable = Static<typeof Requestable>;
