import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** Body of `POST /api/orders/reconciliation/dismiss`: a webhook, a payment or a rejected refund that staff has examined. */
export const DismissFindingBody = Type.Object(
  {
    data: Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\w-]+$' }),
        reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type DismissFindingBody = Static<typeof DismissFindingBody>;

/** Body of `POST /api/orders/reconciliation/replay`: a payment whose webhook was lost, by its id at the provider. */
export const ReplayPaymentBody = Type.Object(
  {
    data: Type.Object(
      { payment_id: Type.String({ minLength: 5, maxLength: 60, pattern: '^pay_\\w+$' }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type ReplayPaymentBody = Static<typeof ReplayPaymentBody>;

/**
 * `applied`: its checkout is as the provider says. `unknown`: the provider has no such payment. `foreign`: it belongs to no
 * checkout of this site.
 */
export const REPLAY_OUTCOMES = ['applied', 'unknown', 'foreign'] as const;

/** Response of payments to `POST /internal/reconciliation/replay`. */
export const ReplayedPayment = Type.Object({
  outcome: Type.Enum([...REPLAY_OUTCOMES]),
  /** State at the provider: `captured`, `failed`, `refunded` and so on; null for an unknown payment. */
  status: nullable(Type.String()),
  amountPaise: nullable(Type.Integer()),
  checkoutId: nullable(Type.String()),
});
export type ReplayedPayment = Static<typeof ReplayedPayment>;

/** Response of cart-orders to the call of staff. */
export const ReplayPaymentResponse = Type.Object({
  data: Type.Object({
    outcome: Type.Enum([...REPLAY_OUTCOMES]),
    status: nullable(Type.String()),
    amount_paise: nullable(Type.Integer()),
    /** The order of the payment; null where there is none yet, or never will be. */
    purchase_id: nullable(Type.String()),
  }),
});
export type ReplayPaymentResponse = Static<typeof ReplayPaymentResponse>;

/** Query of `GET /api/orders/accounts.csv`. */
export const AccountsQuery = Type.Object(
  {
    month: Type.String({
      pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
      description: 'Month of the bills, as 2026-11',
    }),
  },
  { additionalProperties: false },
);
export type AccountsQuery = Static<typeof AccountsQuery>;

const Day = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' });
/** Query of `GET /api/orders/sales`: days in India, both included. */
export const SalesQuery = Type.Object({ from: Day, to: Day }, { additionalProperties: false });
export type SalesQuery = Static<typeof SalesQuery>;
/** Longest time of one report. */
export const MAX_SALES_DAYS = 400;

const Sums = {
  orders: Type.Integer(),
  copies: Type.Integer(),
  /** Price of the books, after the discount. */
  books_paise: Type.Integer(),
  /** The discount of the books. */
  discount_paise: Type.Integer(),
};
const OfOrders = {
  ...Sums,
  shipping_paise: Type.Integer(),
  total_paise: Type.Integer(),
  /** Money of these orders that went back, whenever it did. */
  returned_paise: Type.Integer(),
};
/** Sales by the time of the order, without cancelled orders. */
export const SalesResponse = Type.Object({
  data: Type.Object({
    from: Day,
    to: Day,
    total: Type.Object(OfOrders),
    /** Days in India on which something was sold. */
    days: Type.Array(Type.Object({ day: Day, ...OfOrders })),
    months: Type.Array(Type.Object({ month: Type.String(), ...OfOrders })),
    /** Sales by how they were paid: `card` through the provider, otherwise as orders by hand say. */
    methods: Type.Array(Type.Object({ method: Type.String(), ...OfOrders })),
    /** The largest amount first. */
    books: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), ...Sums })),
    /** Sales by the state of the delivery address; null where there is none. */
    states: Type.Array(Type.Object({ state: nullable(Type.String()), ...OfOrders })),
  }),
});
export type SalesResponse = Static<typeof SalesResponse>;
export type Sales = SalesResponse['data'];
