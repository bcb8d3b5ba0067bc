import { Type, type Static } from 'typebox';

const Paise = Type.Integer({ minimum: 0 });
export const MAX_FEE_IDS = 200;

/** Body and response of payments' `POST /internal/fees/find`: the fees of checkouts, as far as they are known. */
export const FeeQuery = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 60 }), { maxItems: MAX_FEE_IDS }),
});
export type FeeQuery = Static<typeof FeeQuery>;
export const FeesResponse = Type.Object({
  /** `feePaise` includes the tax. */
  fees: Type.Array(Type.Object({ id: Type.String(), feePaise: Paise, taxPaise: Paise })),
});
export type FeesResponse = Static<typeof FeesResponse>;
export type CheckoutFee = FeesResponse['fees'][number];

/** Response of payments' `GET /internal/fees?from=…&before=…`: sums over the payments that were captured then. */
export const FeeSums = Type.Object({
  payments: Type.Integer({ minimum: 0 }),
  amountPaise: Paise,
  feePaise: Paise,
  taxPaise: Paise,
  /** Payments of which the provider has not said the fee yet. */
  unknown: Type.Integer({ minimum: 0 }),
});
export type FeeSums = Static<typeof FeeSums>;

/** Response of cart-orders to `GET /api/orders/fees?month=…`. */
export const MonthFeesResponse = Type.Object({
  data: Type.Object({
    month: Type.String(),
    payments: Type.Integer(),
    amount_paise: Paise,
    /** With the tax. */
    fee_paise: Paise,
    tax_paise: Paise,
    /** Payments whose fee is not known yet. */
    unknown: Type.Integer(),
  }),
});
export type MonthFeesResponse = Static<typeof MonthFeesResponse>;
