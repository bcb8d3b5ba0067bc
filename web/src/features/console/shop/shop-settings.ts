import type { ShopSettingsResponse, ShopSettingValues } from '@vidhi/contracts/shop-settings.ts';
import { MAX_MAIL_TEXT } from '@vidhi/contracts/order-mail-texts.ts';
import { isGstin } from '@vidhi/contracts/gstin.ts';
import { email, filled, passes } from '#shared/forms/checks.ts';
import type { Check } from '#shared/forms/form-definition.ts';
import type { Field } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';

export type ShopSettingsRow = Readonly<Record<string, unknown>> & { missing: readonly string[] };

const PATH = '/shop-settings';
const PAISE = 100;
/** Names of the form, in rupees, and of the API, in paise. */
const AMOUNTS = {
  shipping: 'shipping_paise',
  free_shipping_from: 'free_shipping_from_paise',
  refund_limit: 'refund_limit_paise',
} as const;
const isAmount = (name: string): name is keyof typeof AMOUNTS => name in AMOUNTS;

const toRow = ({ data }: ShopSettingsResponse): ShopSettingsRow => ({
  ...data,
  ...Object.fromEntries(Object.entries(AMOUNTS).map(([name, wire]) => [name, data[wire] / PAISE])),
});

/** Returns the values of the form as the API has them. */
export const toSettings = (values: object): Partial<ShopSettingValues> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      isAmount(name)
        ? [AMOUNTS[name], typeof value === 'number' ? Math.round(value * PAISE) : null]
        : [name, value],
    ),
  );

export const shopSettingsApi = resourceApi<ShopSettingsRow>('shop-settings', {
  list: () => PATH,
  toPage: (body) => ({ rows: [toRow(body as ShopSettingsResponse)], total: 1 }),
  one: () => PATH,
  toRow: (body) => toRow(body as ShopSettingsResponse),
  update: (_id, values) => ({ url: PATH, method: 'PUT', body: { data: toSettings(values) } }),
});

const within =
  (max: number, message: string): Check<unknown, unknown> =>
  (value) =>
    value === null || value === undefined || (Number(value) >= 0 && Number(value) <= max) ? null : message;
const GIVEN = filled('A number is required');
const rupees = (max: number) => [
  GIVEN,
  within(max, `An amount from ₹0 to ₹${max.toLocaleString('en-IN')}`),
  (value: unknown) =>
    typeof value !== 'number' || Math.abs(value * PAISE - Math.round(value * PAISE)) < 1e-6
      ? null
      : 'Rupees have two decimals at most',
];
const text = (name: string, label: string, maxLength: number, rest: Partial<Field> = {}): Field => ({
  name,
  label,
  kind: 'text',
  maxLength,
  ...rest,
});

export const SHIPPING_FIELDS: readonly Field[] = [
  {
    name: 'shipping',
    label: 'Shipping charge in ₹',
    kind: 'number',
    help: 'Once for each order. Orders whose payment has begun stay at their amount',
    checks: rupees(100_000),
  },
  {
    name: 'free_shipping_from',
    label: 'Free shipping from this worth of books in ₹',
    kind: 'number',
    help: '0: shipping is never free',
    checks: rupees(10_000_000),
  },
];

export const RETURN_FIELDS: readonly Field[] = [
  {
    name: 'return_days',
    label: 'Days after the delivery in which buyers may ask to return books',
    kind: 'number',
    help: '0: no returns. Orders that were placed before do not lose days that they were promised',
    checks: [GIVEN, within(365, 'From 0 to 365 days')],
  },
  {
    name: 'refund_limit',
    label: 'Most that the desk Books and orders may refund of an order, in ₹',
    kind: 'number',
    help: '0: only the desk Refunds and administrators return money',
    checks: rupees(100_000_000),
  },
  {
    name: 'low_stock_copies',
    label: 'Copies from which on a book is low',
    kind: 'number',
    help: 'The list Stock shows books with so few free copies first',
    checks: [GIVEN, within(100_000, 'From 0 to 1,00,000 copies')],
  },
];

const mailText = (name: string, label: string, help: string): Field => ({
  name,
  label,
  kind: 'lines',
  help,
  checks: [
    (value) =>
      typeof value === 'string' && value.length > MAX_MAIL_TEXT
        ? `A text has ${MAX_MAIL_TEXT} characters at most`
        : null,
  ],
});

/** Texts of the shop in mails to buyers. */
export const MAIL_FIELDS: readonly Field[] = [
  mailText(
    'mail_text_confirmed',
    'In Order Confirmed',
    'Below the thanks: when books are packed, how to reach you. Blank lines make paragraphs, web addresses are links',
  ),
  mailText(
    'mail_text_shipped',
    'In Shipped',
    'Below the tracking number: what to do if the parcel does not arrive',
  ),
  mailText('mail_text_refunded', 'In Refunded and Cancelled', 'Below the amount'),
];

export const SELLER_FIELDS: readonly Field[] = [
  text('seller_name', 'Name', 120, { help: 'On bills, parcels and in mails' }),
  text('seller_address', 'Address', 300, { help: 'Buyers send returned books there' }),
  text('seller_email', 'Email', 254, {
    checks: [email('The address must be a valid email address.') as Check<unknown, unknown>],
  }),
  text('seller_phone', 'Phone', 40),
  text('seller_grievance_officer', 'Grievance officer', 200, {
    help: 'Who takes complaints of buyers, with how to reach this person',
  }),
  text('seller_gstin', 'GSTIN', 20, {
    help: 'Empty for a seller who is not registered under GST',
    checks: [
      passes(
        (value) => isGstin(value.replaceAll(' ', '').toUpperCase()),
        'This is no GSTIN: please compare it with the certificate',
      ) as Check<unknown, unknown>,
    ],
  }),
];

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  SELLER_FIELDS.map(({ name, label }) => [name, label.toLowerCase()]),
);

/** Returns what is missing of the seller, as people read it: `name, address`. */
export const missingText = (missing: readonly string[]): string =>
  missing.map((name) => LABELS[name] ?? name).join(', ');
