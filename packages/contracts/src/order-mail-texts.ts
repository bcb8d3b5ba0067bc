import { Type, type Static } from 'typebox';

/** Mails to buyers that have a text of the shop, below what every shop says. */
export const ORDER_MAIL_KINDS = ['confirmed', 'shipped', 'refunded'] as const;
export type OrderMailKind = (typeof ORDER_MAIL_KINDS)[number];
export const MAX_MAIL_TEXT = 1_000;

/** A text of several lines, without other control characters. */
export const MailText = Type.String({
  maxLength: MAX_MAIL_TEXT,
  pattern: '^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f\\u2028\\u2029]*$',
});

/** The texts of a shop; absent ones are empty. */
export const OrderMailTexts = Type.Partial(
  Type.Object({ confirmed: Type.String(), shipped: Type.String(), refunded: Type.String() }),
);
export type OrderMailTexts = Static<typeof OrderMailTexts>;

/** Body of `POST /api/order-mails/preview`: a text that need not be stored. */
export const MailPreviewBody = Type.Object(
  {
    data: Type.Object(
      { kind: Type.Enum([...ORDER_MAIL_KINDS]), text: MailText },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type MailPreviewBody = Static<typeof MailPreviewBody>;

/** A mail as its reader sees it without pictures and colours. */
export const MailPreviewResponse = Type.Object({
  data: Type.Object({ subject: Type.String(), text: Type.String() }),
});
export type MailPreviewResponse = Static<typeof MailPreviewResponse>;
