import { Type, type Static } from 'typebox';
import { HAND_CHANNELS, HAND_METHODS, MAX_HAND_COPIES, MAX_HAND_LINES } from './hand-order-names.ts';

// Orders that staff write down: somebody has called, or bought at a stall, and has paid the shop itself.

const MAX_PAISE = 1_000_000_000;
const Paise = Type.Integer({ minimum: 0, maximum: MAX_PAISE });
/** One line of printable text: it is on bills, and in cells of spreadsheets. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });

/** Body of `POST /api/purchases`. An order that is sent has addresses; one that was handed over may have a name. */
export const HandOrderBody = Type.Object(
  {
    data: Type.Object(
      {
        channel: Type.Enum([...HAND_CHANNELS]),
        method: Type.Enum([...HAND_METHODS]),
        /** Number of the cheque, or of the transfer; required for everything but cash. */
        reference: Type.Optional(Line(100)),
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
        name: Type.Optional(Line(200)),
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

/** Origin and payment of an order by hand, as the desk reads them. */
export const HandFacts = Type.Object({
  channel: Type.Enum([...HAND_CHANNELS]),
  method: Type.Enum([...HAND_METHODS]),
  reference: Type.Union([Type.String(), Type.Null()]),
  /** Name of a buyer who has given no address. */
  name: Type.Union([Type.String(), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()]),
});
export type HandFacts = Static<typeof HandFacts>;
