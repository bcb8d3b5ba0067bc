import { Type, type Static } from 'typebox';
import { MailText } from './order-mail-texts.ts';

const Paise = Type.Integer({ minimum: 0, maximum: 10_000_000 });
/** One line of printable text. */
const Line = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$' });
const OrNull = <Schema extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(
  schema: Schema,
) => Type.Union([schema, Type.Null()]);

/** Settings of the shop that its owner may change in the console. Null is the default of the installation. */
export const ShopSettingValues = Type.Object(
  {
    /** Shipping of an order that is not empty. */
    shipping_paise: OrNull(Paise),
    /** Worth of the books from which on an order ships free; 0: never. */
    free_shipping_from_paise: OrNull(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    return_days: OrNull(Type.Integer({ minimum: 0, maximum: 365 })),
    /** Most that staff with the desk `shop` alone may refund of one purchase. */
    refund_limit_paise: OrNull(Type.Integer({ minimum: 0, maximum: 10_000_000_000 })),
    low_stock_copies: OrNull(Type.Integer({ minimum: 0, maximum: 100_000 })),
    seller_name: OrNull(Line(120)),
    seller_address: OrNull(Line(300)),
    seller_email: OrNull(Line(254)),
    seller_phone: OrNull(Line(40)),
    seller_grievance_officer: OrNull(Line(200)),
    /** Null: that of the installation, if it has one. */
    seller_gstin: OrNull(Line(20)),
    /** Texts of the shop in mails to buyers. */
    mail_text_confirmed: OrNull(MailText),
    mail_text_shipped: OrNull(MailText),
    mail_text_refunded: OrNull(MailText),
  },
  { additionalProperties: false },
);
export type ShopSettingValues = Static<typeof ShopSettingValues>;

/** Body of `PUT /api/shop-settings`: attributes that are absent stay as they are. */
export const ShopSettingsBody = Type.Object(
  { data: Type.Partial(ShopSettingValues, { additionalProperties: false }) },
  { additionalProperties: false },
);
export type ShopSettingsBody = Static<typeof ShopSettingsBody>;

/** The settings in effect: of the console, else of the installation. */
export const ShopSettings = Type.Object({
  shipping_paise: Type.Integer(),
  free_shipping_from_paise: Type.Integer(),
  return_days: Type.Integer(),
  refund_limit_paise: Type.Integer(),
  low_stock_copies: Type.Integer(),
  seller_name: Type.String(),
  seller_address: Type.String(),
  seller_email: Type.String(),
  seller_phone: Type.String(),
  seller_grievance_officer: Type.String(),
  seller_gstin: Type.String(),
  mail_text_confirmed: Type.String(),
  mail_text_shipped: Type.String(),
  mail_text_refunded: Type.String(),
});
export type ShopSettings = Static<typeof ShopSettings>;

export const ShopSettingsResponse = Type.Object({
  data: Type.Intersect([
    ShopSettings,
    Type.Object({
      /** Attributes of the seller without which nobody may be charged; bills are specimens meanwhile. */
      missing: Type.Array(Type.String()),
    }),
  ]),
});
export type ShopSettingsResponse = Static<typeof ShopSettingsResponse>;

/** Response of `GET /api/shop-options`: what buyers see of them. */
export const ShopOptionsResponse = Type.Object({
  data: Type.Object({
    shipping_paise: Type.Integer(),
    free_shipping_from_paise: Type.Integer(),
    return_days: Type.Integer(),
  }),
});
export type ShopOptionsResponse = Static<typeof ShopOptionsResponse>;
