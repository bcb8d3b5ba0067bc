import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { BROKER_STATE } from '@vidhi/messaging/topic-loss.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import type { DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';
import { BILL_SERIES } from './bills/bill-series.ts';
import { UNPRINTABLE_DOCUMENTS } from './bills/unprintable-documents.ts';
import { CART_LINES, IMPORTED_CART_LINES } from './carts/cart-collection.ts';
import { COPIES } from './catalogue/catalogue-copy.ts';
import { PURCHASE_READINGS } from './desk/purchase-readings.ts';
import { MONEY_ACTS } from './money/money-actions.ts';
import { PAYMENT_LINKS } from './links/payment-link-collection.ts';
import { LINE_CLAIMS } from './purchases/line-claims.ts';
import { ERASED_ACCOUNTS, PURCHASES } from './purchases/purchase-collection.ts';
import { SHOP_SETTINGS } from './settings/shop-settings-collection.ts';
import { BOOK_STOCK } from './stock/stock-collection.ts';

/** Everything that cart-orders stores. */
export const COLLECTIONS: readonly DeclaredCollection[] = [
  CART_LINES,
  IMPORTED_CART_LINES,
  PURCHASES,
  ERASED_ACCOUNTS,
  LINE_CLAIMS,
  PAYMENT_LINKS,
  BILL_SERIES,
  UNPRINTABLE_DOCUMENTS,
  BOOK_STOCK,
  SHOP_SETTINGS,
  MONEY_ACTS,
  PURCHASE_READINGS,
  ...Object.values(COPIES),
  COUNTERS,
  IMPORT_ORIGIN,
  BROKER_STATE,
];
