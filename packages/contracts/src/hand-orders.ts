import { Type, type Static } from 'typebox';

// Orders that staff write down: somebody has called, or bought at a stall, and has paid the shop itself.

/** Where an order by hand was made. */
export const HAND_CHANNELS = ['phone', 'shop', 'fair', 'other'] as const;
export type HandChannel = (typeof HAND_CHANNELS)[number];
export const HAND_CHANNEL_NAMES: Record<HandChannel, string> = {
  phone: 'By phone',
  shop: 'At the shop',
  fair: 'At a book fair',
  other: 'Elsewhere',
};

/** How an order by hand was paid. */
export const HAND_METHODS = ['cash', 'cheque', 'upi', 'bank'] as const;
export type HandMethod = (typeof HAND_METHODS)[number];
export const HAND_METHOD_NAMES: Record<HandMethod, string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  upi: 'UPI',
  bank: 'Bank transfer',
};

/** Returns how an order by hand was paid, as documents print it: `UPI, reference 402218…`. */
export const handPaymentText = ({ method, reference }: { method: HandMethod; reference: string | null }) =>
  reference === null ? HAND_METHOD_NAMES[method] : `${HAND_METHOD_NAMES[method]}, reference ${reference}`;

export const MAX_HAND_LINES = 50;
export const MAX_HAND_COPIES = 1_000;
const MAX_PAISE = 1_000_000_000;
const Paise = Type.Integer({ minimum: 0, maximum: MAX_PAISE });

/** Body of `POST /api/purchases`. An order that is sent has addresses; one that was handed over may have a name. */
export const HandOrderBody = Type.Object(
  {
    data: Type.Object(
      {
        channel: Type.Enum([...HAND_CHANNELS]),
        method: Type.Enum([...HAND_METHODS]),
        /** Number of the cheque, or of the transfer; required for everything but cash. */
        reference: Type.Optional(Type.String({ maxLength: 100 })),
        lines: Type.Array(
          Type.Object(
            {
              book_id: Type.Integer({ minimum: 1 }),
              copies: Type.Integer({ minimum: 1, maximum: MAX_HAND_COPIES }),
              /** Price of one copy; the price of the catalogue where left out, and never above the price before discounts. */
              unit_paise: Type.Optional(Paise),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: MAX_HAND_LINES },
        ),
        shipping_paise: Type.Optional(Paise),
        /** Whether the buyer has the books already: nothing is sent then. */
        handed_over: Type.Boolean(),
        name: Type.Optional(Type.String({ maxLength: 200 })),
        email: Type.Optional(Type.String({ maxLength: 320 })),
        billingAddress: Type.Optional(Type.Unknown()),
        shippingAddress: Type.Optional(Type.Unknown()),
        sameAddress: Type.Optional(Type.Unknown()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type HandOrderBody = Static<typeof HandOrderBody>;

export const HandOrderResponse = Type.Object({
  data: Type.Object({ id: Type.String(), purchase_number: Type.Union([Type.String(), Type.Null()]) }),
});
export type HandOrderResponse = Static<typeof HandOrderResponse>;

/** How an order by hand came about, as the desk reads it. */
export const HandFacts = Type.Object({
  channel: Type.Enum([...HAND_CHANNELS]),
  method: Type.Enum([...HAND_METHODS]),
  reference: Type.Union([Type.String(), Type.Null()]),
  /** Name of a buyer who has given no address. */
  name: Type.Union([Type.String(), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()]),
});
export type HandFacts = Static<typeof HandFacts>;
