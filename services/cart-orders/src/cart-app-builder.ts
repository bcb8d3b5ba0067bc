import { Readable } from 'node:stream';
import { notFound } from '@vidhi/contracts/errors.ts';
import { aBill } from './bills/bill-content-builder.ts';
import { orderRefund } from './desk/refunds.ts';
import type { FastifyInstance } from 'fastify';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createReadModel } from '@vidhi/content-engine';
import { memoryLiveModel } from '@vidhi/content-service/testing.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createOrderLinks } from '@vidhi/service-kit/order-link.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp, type AppDependencies } from './app.ts';
import type { PurchaseDocument } from './bills/purchase-documents.ts';
import type { CartImportOptions } from './carts/cart-import-routes.ts';
import type { CartStore } from './carts/cart-store.ts';
import type { StoredPaymentLink } from './links/payment-link.ts';
import { createPurchaseEvents } from './purchases/purchase-events.ts';
import { purchaseId, type Purchase } from './purchases/purchase.ts';
import { modelCollections } from './catalogue/catalogue-collections.ts';

const STAMPS = { createdAt: '2026-10-01T09:00:00.000Z', updatedAt: '2026-10-02T09:00:00.000Z' };
export const PUBLIC_URL = 'https://vidhi.example/';
export const BATCH_ID = 'b1b1b1b1b1b1b1b1';

export const aBook = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  Title: `Book ${id}`,
  SubTitle: 'Sub0',
  Binding: 'Paperback',
  Type: 'Law',
  Price: 500 + id,
  discount: null,
  Detail1: null,
  PrimaryImageId: null,
  SecondaryImageIds: [],
  author_names: [],
  publishers: [],
  Category: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  ...STAMPS,
  ...values,
});

/** The accounts that exist; each has a purchase. */
const ACCOUNTS = [1, 4, 5, 6, 7, 10, 11, 99];
export const ORDER_LINKS = createOrderLinks(['l'.repeat(32)]);
export const MISSING_ORDER = 123_456;
/** A book that is not shown in the shop. */
export const HIDDEN_BOOK = 111;

export const BUYER: Address = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'asha@reader.example',
  address: '12 MG Road, Pune',
  pincode: '411001',
};

/** Creates a purchase whose only order has the id of its account. */
export const aPurchase = (userId: number): Purchase => ({
  _id: purchaseId(`co_${userId}`),
  rev: 1,
  checkoutId: `co_${userId}`,
  purchaseNumber: '7KM3QX9TRA',
  paymentId: `pay_${userId}`,
  orderId: `order_${userId}`,
  userId,
  lines: [
    {
      id: userId,
      lineId: 'line',
      bookId: 1,
      title: 'Book 1',
      pictureUrl: null,
      quantity: 1,
      listPaise: 50_000,
      unitPaise: 45_000,
      purchase_date: '2026-10-01',
      expiry_date: '2026-11-01',
      shipping_date: null,
      delivered_date: null,
    },
  ],
  shippingPaise: 10_000,
  totalPaise: 55_000,
  billing: BUYER,
  shipping: BUYER,
  status: 'CONFIRMED',
  cartCleanup: 'DONE',
  createdAt: new Date('2026-10-01T09:00:00Z'),
});

/** A purchase whose parcel is on its way. */
export const SHIPPED_PURCHASE: Purchase = {
  ...aPurchase(97),
  lines: aPurchase(97).lines.map((line) => ({ ...line, shipping_date: '2026-10-02' })),
};
const purchaseOf = (id: string): Purchase | undefined =>
  [...ACCOUNTS.map(aPurchase), SHIPPED_PURCHASE].find(({ _id }) => _id === id);

/** A payment link that is open. */
export const LINK: StoredPaymentLink = {
  _id: `link_${'a'.repeat(32)}`,
  rev: 1,
  fingerprint: 'f',
  channel: 'phone',
  lines: [
    {
      lineId: 'l',
      lineRev: 0,
      bookId: 1,
      title: 'Book 1',
      listPaise: 50_000,
      unitPaise: 45_000,
      quantity: 2,
    },
  ],
  shippingPaise: 5_000,
  totalPaise: 95_000,
  returnDays: 7,
  billing: BUYER,
  shipping: BUYER,
  state: 'OPEN',
  expiresAt: new Date('2126-11-08T09:00:00Z'),
  mails: 1,
  createdAt: new Date('2026-11-01T09:00:00Z'),
  by: 11,
};
function linkOf(id: string): StoredPaymentLink {
  if (id !== LINK._id) throw notFound();
  return LINK;
}

export const SETTINGS: ShopSettings = {
  shipping_paise: 10_000,
  free_shipping_from_paise: 0,
  return_days: 7,
  refund_limit_paise: 0,
  low_stock_copies: 3,
  seller_name: '',
  seller_address: '',
  seller_email: '',
  seller_phone: '',
  seller_grievance_officer: 'The grievance officer',
  seller_gstin: '',
  mail_text_confirmed: '',
  mail_text_shipped: '',
  mail_text_refunded: '',
};

const NONE = { count: 0, ids: [] };
const CLEAN_REPORT: ReconciliationReport = {
  isClean: true,
  measuredAt: '2026-10-01T09:00:00.000Z',
  moneyWithoutOrder: NONE,
  orderWithoutMoney: NONE,
  outboxSeconds: 0,
  refundsDiffer: NONE,
  payments: {
    unmatchedEvents: NONE,
    unmatchedPayments: NONE,
    failedRefunds: NONE,
    openDisputes: NONE,
    outboxSeconds: 0,
  },
  mails: null,
};

/** Returns the access token of an account; version 0 is revoked. */
export const asUser = (userId: number, tokenVersion = 1): { authorization: string } => ({
  authorization: `Bearer user-${userId}-${tokenVersion}`,
});

const verifyTestToken: VerifyToken = async (token) => {
  const [, userId, tokenVersion] = /^user-(\d+)-(\d+)$/.exec(token) ?? [];
  if (userId === undefined) return null;
  const id = Number(userId);
  const role = id === 10 || id === 11 ? id : 4;
  return { userId: id, role, tokenVersion: Number(tokenVersion), desks: EDITOR_DESKS };
};

const NO_IMPORT: CartImportOptions = {
  importer: {
    import: async () => 'unchanged',
    isImported: async () => true,
    removeImported: async () => undefined,
    countImported: async () => 0,
  },
  origin: { claim: async () => undefined, check: async () => undefined, find: async () => null },
};

async function* noPurchases(): AsyncGenerator<Purchase> {}

const aDocument: PurchaseDocument = { exists: () => true, render: async () => Buffer.from('%PDF-') };

const unused = async (): Promise<never> => {
  throw new Error('no line is written');
};
/** Carts without lines, which are not written. */
export const unusedCarts: CartStore = {
  list: async () => [],
  find: async () => null,
  add: unused,
  setQuantity: unused,
  checkedOut: unused,
  remove: unused,
  restore: unused,
  merge: unused,
  takePurchased: unused,
  listStored: unused,
  deleteRemovedBefore: unused,
  removeOf: unused,
  removeGuestLinesBefore: unused,
};

/** Creates the service over a catalogue of some books, with the given cart lines. */
export async function aCartApp(
  carts: CartStore,
  cartImport = NO_IMPORT,
  verifyToken = verifyTestToken,
  money: Partial<AppDependencies['money']> = {},
): Promise<FastifyInstance> {
  const catalogue = memoryLiveModel(createReadModel(modelCollections));
  const { model } = catalogue;
  model.upsert('author', { id: 1, AuthorName: 'Kanga', ...STAMPS });
  model.upsert('publisher', { id: 1, name: 'Lex', ...STAMPS });
  model.upsert('catelog-category', { id: 1, name: 'Tax', ...STAMPS });
  model.upsert('file', { id: 1, name: 'cover.jpg', url: '/uploads/cover.jpg', ...STAMPS });
  for (let id = 1; id <= 110; id += 1) model.upsert('book', aBook(id));
  model.upsert('book', aBook(HIDDEN_BOOK, { is_hidden: true }));
  model.upsert(
    'book',
    aBook(2, {
      author_names: [1],
      publishers: [1],
      Category: [1],
      PrimaryImageId: 1,
      SecondaryImageIds: [1],
    }),
  );
  for (const id of ACCOUNTS)
    model.upsert('user', { id, first_name: 'Asha', last_name: `${id}`, token_version: 1 });
  return buildApp({
    logLevel: false,
    metrics: createMetrics('cart-orders'),
    readiness: () => ({}),
    isReady: () => true,
    verifyToken,
    publicUrl: PUBLIC_URL,
    cartCookieSecrets: ['a-secret-of-thirty-two-characters'],
    serviceToken: 's'.repeat(32),
    carts,
    cartImport,
    catalogue,
    orders: {
      purchases: {
        find: async (id) => purchaseOf(id) ?? null,
        listOf: async () => [],
        findByPayment: async () => null,
        findByOrder: async (id) => (id === MISSING_ORDER ? null : aPurchase(id)),
        findByNumber: async () => null,
        setDates: async () => true,
        ship: async () => true,
        cancel: async () => true,
        setAddresses: async () => true,
        findBuyers: async () => new Map(),
      },
      payments: { findByPayment: async () => null },
      guestOrders: { claim: async () => undefined, isOf: async (purchase, id) => purchase.userId === id },
      createPurchase: async () => true,
    },
    settings: {
      installed: SETTINGS,
      read: async () => SETTINGS,
      readRecent: async () => SETTINGS,
      change: async () => SETTINGS,
    },
    purchaseEvents: { events: createPurchaseEvents(TOPICS.ordersPurchases), notify: () => undefined },
    orderStatus: {
      links: ORDER_LINKS,
      findOrder: async () => ({ data: { checkout_id: 'co_4', key: ORDER_LINKS.sign('co_4') } }),
    },
    documents: {
      bill: aDocument,
      creditNote: aDocument,
      sweep: async () => undefined,
    },
    makeDocuments: async () => undefined,
    deskStock: {
      moves: {
        find: async () => [],
        moveAtDesk: async (bookId, move) => ({
          _id: bookId,
          rev: 1,
          bookRev: 0,
          stock: null,
          isCounted: true,
          moved: move.copies,
          sold: 0,
          holds: [],
        }),
      },
      listBooks: () => [{ id: 1, title: 'Book 1', isbn: null, list_paise: 50_000, unit_paise: 45_000 }],
      audited: ({ id }, { id: rev }, actor, at) =>
        createAuditEntry(TOPICS.siteAudit, {
          service: 'cart-orders',
          type: 'book-stock',
          id,
          rev,
          at,
          actor,
          action: 'move',
          label: null,
          changes: [],
        }),
      publish: () => undefined,
    },
    paymentLinks: {
      store: {
        find: async (id) => (id === LINK._id ? LINK : null),
        list: async () => ({ links: [LINK], total: 1 }),
      },
      paymentLinks: {
        create: async () => LINK,
        cancel: async (id) => linkOf(id),
        mail: async (id) => linkOf(id),
      },
    },
    handOrders: { create: async () => ({ ...aPurchase(4), _id: purchaseId('hand_4') }) },
    packing: {
      renderPacking: async () => Buffer.from('%PDF-'),
    },
    unprintable: { find: async () => [] },
    desk: {
      index: { refresh: async () => undefined },
      changes: {
        async change(id, change) {
          const purchase = purchaseOf(id);
          if (purchase === undefined) throw notFound();
          return { ...purchase, ...change(purchase)?.set };
        },
      },
      partRefunds: {
        async order(id, { request, ...order }) {
          const purchase = purchaseOf(id);
          if (purchase === undefined) throw notFound();
          const bill = { number: 'BS/26-27/000001', date: '2026-10-01', seller: aBill().seller };
          const ordered = typeof request === 'function' ? request(purchase) : request;
          const refund = orderRefund({ ...purchase, bill }, { ...order, request: ordered, at: new Date(0) });
          if (!refund) throw notFound();
          return refund;
        },
      },
      noteReading: async () => undefined,
      list: {
        list: async () => ({ purchases: [aPurchase(4)], total: 1, hasMore: false, searched: null }),
        stream: async () => Readable.from([aPurchase(4)]),
      },
      sources: {
        findPaymentFacts: async () => null,
        findMailFacts: async () => ({ mails: [] }),
        resendMail: async () => undefined,
      },
      isbnOf: () => null,
    },
    stock: {
      findHolds: async () => [],
      findAvailable: async (ids) => new Set(ids.filter((id) => id !== 3)),
      reserve: async () => ({ missing: [], limited: [] }),
    },
    stockLimits: { holdMs: 1_000, dialogMs: 1_000, networkPercent: 25 },
    money: {
      store: { ofMonth: noPurchases, madeBetween: noPurchases },
      note: async () => undefined,
      payments: {
        dismiss: async () => 'dismissed',
        replay: async () => ({ outcome: 'unknown', status: null, amountPaise: null, checkoutId: null }),
        findFees: async () => [],
        sumFees: async () => ({ payments: 0, amountPaise: 0, feePaise: 0, taxPaise: 0, unknown: 0 }),
      },
      ...money,
    },
    reconciliation: {
      measure: async () => CLEAN_REPORT,
      measureChanges: async () => CLEAN_REPORT,
      repair: async () => CLEAN_REPORT,
    },
  });
}
