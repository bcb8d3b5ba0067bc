import type {
  PurchaseEvidence,
  RegistrationEvidence,
  ShopEvidence,
  StoredCheckout,
  StoredMail,
  StoredPurchase,
} from './evidence.ts';

const AT = new Date('2026-11-01T10:00:00Z');

/** Creates the evidence of one purchase of two copies by a guest, as it must be; tests change it. */
export function aPurchase() {
  const lines = [{ bookId: 1, quantity: 2, unitPaise: 40_000 }];
  const checkout: StoredCheckout = {
    _id: 'co_1',
    status: 'FULFILLED',
    receipt: 'cart-1',
    providerOrderId: 'order_1',
    paymentId: 'pay_1',
    purchaseId: 'pu_1',
    snapshot: { lines, shippingPaise: 10_000, totalPaise: 90_000 },
    refunds: [],
    outbox: [{ id: 'payment.verified:co_1', type: 'payment.verified', publishedAt: AT, acknowledgedAt: AT }],
    history: [],
  };
  const purchase: StoredPurchase = {
    _id: 'pu_1',
    checkoutId: 'co_1',
    paymentId: 'pay_1',
    lines,
    shippingPaise: 10_000,
    totalPaise: 90_000,
    status: 'CONFIRMED',
    cartCleanup: 'DONE',
    bill: { number: 'BS/26-27/000001' },
    createdAt: AT,
    outbox: [{ id: 'order.created:pu_1', type: 'order.created', publishedAt: AT, acknowledgedAt: null }],
  };
  const mails: StoredMail[] = ['order-confirmed', 'payment-notification', 'new-order-notice'].map(
    (template) => ({
      _id: template,
      eventId: 'order.created:pu_1',
      template,
      state: 'SENT',
      messageId: `<${template}@shop.example>`,
    }),
  );
  const payment = { id: 'pay_1', order_id: 'order_1', amount: 90_000, captured: true, status: 'captured' };
  const inbox = mails.map(({ messageId, template }) => ({
    messageId,
    to: template === 'order-confirmed' ? 'asha@shop.example' : 'desk@shop.example',
    subject: template === 'order-confirmed' ? 'Order Confirmed' : template,
  }));
  const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 90_000, status: 'processed' };
  const evidence: PurchaseEvidence & { mails: StoredMail[]; inbox: typeof inbox } = {
    buyers: [
      {
        name: 'buyer 1',
        owner: 'guest:cart-1',
        email: 'asha@shop.example',
        bookId: 1,
        inCart: 3,
        checkoutIds: ['co_1'],
      },
    ],
    checkouts: [checkout],
    purchases: [purchase],
    payments: [payment],
    refunds: [],
    disputes: [],
    mails,
    inbox,
    cartLines: [{ owner: 'guest:cart-1', bookId: 1, quantity: 1 }],
  };
  return { evidence, checkout, purchase, payment, refund };
}

/** Creates the evidence of a shop with that purchase of a book of five copies. */
export function aShop() {
  const { evidence, purchase } = aPurchase();
  const { mails, inbox } = evidence;
  const stock = {
    _id: 1,
    stock: 5,
    sold: 0,
    holds: [{ checkoutId: 'co_1', quantity: 2, state: 'SOLD' }],
  };
  const series = { _id: 'BS/26-27', last: 1, claims: [] as unknown[] };
  const shop: ShopEvidence = {
    purchases: [purchase],
    links: [],
    stocks: [stock],
    series: [series],
    unsettledEvents: 0,
    unmatchedPayments: 0,
    mails,
    inbox,
  };
  return { shop, purchase, stock, series };
}

/** Creates the evidence of one lawyer who has registered. */
export function aRegistration() {
  const email = 'asha@law.example';
  const requests = [
    { requestId: 'r1', template: 'email-confirmation' },
    { requestId: 'r2', template: 'registration-notice' },
  ];
  const account = { _id: 7, email, role: 5, mailRequests: requests };
  const mails: StoredMail[] = requests.map(({ requestId, template }) => ({
    _id: requestId,
    eventId: `mail.requested:${requestId}`,
    template,
    state: 'SENT',
    messageId: `<${requestId}@shop.example>`,
  }));
  const inbox = [
    { messageId: '<r1@shop.example>', to: email, subject: 'Confirm your email address for Vidhi' },
    { messageId: '<r2@shop.example>', to: 'desk@shop.example', subject: 'New user at Vidhi' },
  ];
  const evidence: RegistrationEvidence = {
    registrants: [{ name: 'lawyer 1', email, role: 5, isComplete: true }],
    accounts: [account],
    profiles: [{ _id: 3, users_permissions_user: 7 }],
    mails,
    inbox,
  };
  return { evidence, account };
}
