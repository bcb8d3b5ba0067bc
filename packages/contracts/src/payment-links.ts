import { Type, type Static } from 'typebox';
import { HAND_CHANNELS } from './hand-order-names.ts';
import { HandOrderBody } from './hand-orders.ts';
import { MAX_LINK_DAYS, PAYMENT_LINK_STATES } from './payment-link-names.ts';
import { NullableAddress, PricedLine } from './purchases.ts';

// Orders that staff write down and that the buyer pays by a link.

const Paise = Type.Integer({ minimum: 0 });
const { properties: ordered } = HandOrderBody.properties.data;

/** Body of `POST /api/payment-links`: an order by hand that is sent, and waits for its payment. */
export const PaymentLinkBody = Type.Object(
  {
    data: Type.Object(
      {
        channel: ordered.channel,
        lines: ordered.lines,
        shipping_paise: ordered.shipping_paise,
        billingAddress: Type.Unknown(),
        shippingAddress: Type.Optional(Type.Unknown()),
        sameAddress: Type.Optional(Type.Unknown()),
        /** Days until the link expires. */
        days: Type.Integer({ minimum: 1, maximum: MAX_LINK_DAYS }),
        /** Whether the buyer is sent the link by mail. */
        mail: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type PaymentLinkBody = Static<typeof PaymentLinkBody>;

/** A payment link as its buyer and the desk read it. Addresses are null once it is paid or was long ago. */
export const PaymentLink = Type.Object({
  id: Type.String(),
  state: Type.Enum([...PAYMENT_LINK_STATES]),
  created_at: Type.String(),
  expires_at: Type.String(),
  lines: Type.Array(
    Type.Object({
      book_id: Type.Integer(),
      title: Type.String(),
      copies: Type.Integer(),
      list_paise: Paise,
      unit_paise: Paise,
    }),
  ),
  shipping_paise: Paise,
  total_paise: Paise,
  billing: NullableAddress,
  shipping: NullableAddress,
  /** Path of the page where it is paid, with its key. */
  path: Type.String(),
  /** Path of the page of its order; null until it is paid. */
  order_path: Type.Union([Type.String(), Type.Null()]),
  /** Contact of the seller. */
  help: Type.Object({ email: Type.String(), phone: Type.String() }),
});
export type PaymentLink = Static<typeof PaymentLink>;
export const PaymentLinkResponse = Type.Object({ data: PaymentLink });
export type PaymentLinkResponse = Static<typeof PaymentLinkResponse>;

/** A payment link in the list of the desk. */
export const PaymentLinkRow = Type.Object({
  id: Type.String(),
  state: Type.Enum([...PAYMENT_LINK_STATES]),
  channel: Type.Enum([...HAND_CHANNELS]),
  /** Name of the buyer, of a paid one as its order has it; null where the addresses were removed. */
  name: Type.Union([Type.String(), Type.Null()]),
  copies: Type.Integer(),
  total_paise: Paise,
  created_at: Type.String(),
  expires_at: Type.String(),
  /** Number of mails with it. */
  mails: Type.Integer(),
  /** Id of its order; null until it is paid. */
  purchase_id: Type.Union([Type.String(), Type.Null()]),
  path: Type.String(),
});
export type PaymentLinkRow = Static<typeof PaymentLinkRow>;
export const PaymentLinkRowResponse = Type.Object({ data: PaymentLinkRow });
export type PaymentLinkRowResponse = Static<typeof PaymentLinkRowResponse>;

/** Query of `GET /api/payment-links`. */
export const PaymentLinkQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Beginning of a name, phone, e-mail address or city of the buyer, or the link itself. Paid ones have no addresses, and are found by the link alone',
      }),
    ),
    state: Type.Optional(Type.Enum([...PAYMENT_LINK_STATES])),
    'pagination[page]': Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$' })),
    'pagination[pageSize]': Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,2}$' })),
  },
  { additionalProperties: false },
);
export type PaymentLinkQuery = Static<typeof PaymentLinkQuery>;
export const PaymentLinkPage = Type.Object({
  data: Type.Array(PaymentLinkRow),
  meta: Type.Object({
    pagination: Type.Object({
      page: Type.Integer(),
      pageSize: Type.Integer(),
      pageCount: Type.Integer(),
      total: Type.Integer(),
    }),
  }),
});
export type PaymentLinkPage = Static<typeof PaymentLinkPage>;

/** Response of cart-orders to `GET /internal/payment-links/{id}`, for payments and notify. */
export const PaymentLinkDetails = Type.Object({
  id: Type.String(),
  state: Type.Enum([...PAYMENT_LINK_STATES]),
  expiresAt: Type.String(),
  lines: Type.Array(PricedLine),
  shippingPaise: Paise,
  totalPaise: Paise,
  returnDays: Paise,
  billing: NullableAddress,
  shipping: NullableAddress,
  path: Type.String(),
  /** The checkout that paid it; null before. */
  checkoutId: Type.Union([Type.String(), Type.Null()]),
  help: Type.Object({ email: Type.String(), phone: Type.String() }),
});
export type PaymentLinkDetails = Static<typeof PaymentLinkDetails>;
