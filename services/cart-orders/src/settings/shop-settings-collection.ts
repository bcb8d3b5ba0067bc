import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  optional,
  part,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Settings that the console has; what is absent is as installed. */
const VALUES = part({
  shipping_paise: optional(Number),
  free_shipping_from_paise: optional(Number),
  return_days: optional(Number),
  refund_limit_paise: optional(Number),
  low_stock_copies: optional(Number),
  seller_name: optional(String),
  seller_address: optional(String),
  seller_email: optional(String),
  seller_phone: optional(String),
  seller_grievance_officer: optional(String),
  seller_gstin: optional(String),
  mail_text_confirmed: optional(String),
  mail_text_shipped: optional(String),
  mail_text_refunded: optional(String),
});

/** The settings of the shop: one document. */
export const SHOP_SETTINGS = storedCollection(
  'shop_settings',
  { _id: required(String), ...OUTBOX_FIELDS, values: required(VALUES) },
  OUTBOX_INDEXES,
);

export type SettingsDocument = StoredDocument<typeof SHOP_SETTINGS>;
