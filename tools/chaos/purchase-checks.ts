import type {
  Buyer,
  ProviderPayment,
  PurchaseEvidence,
  StoredCheckout,
  StoredEvent,
  StoredLine,
  StoredMail,
  StoredPurchase,
  Violation,
} from './evidence.ts';

const MAILS_OF_PURCHASE = ['new-order-notice', 'order-confirmed', 'payment-notification'];
const MAILS_OF_HAND_ORDER = ['order-confirmed'];
/** Mails of a purchase that was never confirmed. */
const MAILS_OF_REFUND = ['payment-refunded'];
/** The one mail of each event of a purchase after its creation. */
const MAIL_OF_EVENT: Readonly<Record<string, string>> = {
  'order.addressed': 'order-address-given',
  'order.cancelled': 'order-cancelled',
  'order.shipped': 'order-shipped',
  'order.refunded': 'order-refunded',
  'order.disputed': 'payment-disputed',
};

const wasShipped = ({ shipping_date }: StoredLine): boolean => Boolean(shipping_date);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Bought from the start and cancelled later, or never confirmed for want of a copy. */
export const wasConfirmed = ({ status, cancelledAt, createdAt }: StoredPurchase): boolean =>
  status === 'CONFIRMED' || cancelledAt?.getTime() !== createdAt.getTime();

/** Each kind of violation that one purchase can have. All are gone once the purchase has settled. */
export function checkPurchases(evidence: PurchaseEvidence): Violation[] {
  const { buyers, checkouts, purchases, payments, refunds, disputes, mails, inbox, cartLines } = evidence;
  const violations: Violation[] = [];
  const mailsOf = Map.groupBy(mails, ({ eventId }) => eventId);
  const receivedAs = Map.groupBy(inbox, ({ messageId }) => messageId);
  const receivedBy = Map.groupBy(inbox, ({ to }) => to);
  const find = (kind: string, subject: string, details: string): void =>
    void violations.push({ kind, subject, details });

  /** Returns what has left the merchant, by refunds of any origin and lost disputes. */
  const returnedOf = (paymentId: string): number =>
    sumOf(
      refunds.flatMap((one) => (one.payment_id === paymentId && one.status !== 'failed' ? [one.amount] : [])),
    ) +
    sumOf(
      disputes.flatMap((one) =>
        one.payment_id === paymentId && one.status === 'lost' ? [one.amount_deducted] : [],
      ),
    );

  function checkPayment(payment: ProviderPayment): void {
    const checkout = checkouts.find(({ providerOrderId }) => providerOrderId === payment.order_id);
    const bought = purchases.filter(({ paymentId }) => paymentId === payment.id);
    const returned = returnedOf(payment.id);
    if (!payment.captured) {
      if (bought.length > 0) find('order without money', payment.id, `${bought[0]?._id} was never captured`);
      return;
    }
    if (checkout === undefined) return find('payment without checkout', payment.id, payment.order_id);
    const confirmed = bought.filter(({ status }) => status === 'CONFIRMED').length;
    if (bought.length > 1) find('two orders', payment.id, bought.map(({ _id }) => _id).join(', '));
    if (confirmed === 0 && returned === 0)
      find('money without order', payment.id, `neither a confirmed order nor a refund: ${checkout.status}`);
    if (confirmed === 0 && returned > 0 && returned !== payment.amount)
      find('refund of another amount', payment.id, `${returned} of ${payment.amount}`);
    // An order of which something was shipped stays, whatever goes back.
    const isShipped = bought.some(({ lines }) => lines.some(wasShipped));
    if (confirmed > 0 && returned >= payment.amount && !isShipped)
      find('refund of an order', payment.id, `${returned} returned`);
    for (const { _id, returnedPaise = 0 } of bought)
      if (returnedPaise !== returned)
        find('refund unseen', _id, `${returned} went back, and the order knows of ${returnedPaise}`);
    if (returned > payment.amount) find('two refunds', payment.id, `${returned} of ${payment.amount}`);
    for (const { totalPaise, lines, shippingPaise } of bought) {
      const sum = sumOf(lines.map(({ unitPaise, quantity }) => unitPaise * quantity)) + shippingPaise;
      const amounts = [payment.amount, totalPaise, sum, checkout.snapshot.totalPaise];
      if (new Set(amounts).size > 1) find('amounts differ', payment.id, amounts.join(', '));
    }
  }

  function checkEvents(
    subject: string,
    type: string,
    events: readonly StoredEvent[],
    isAcknowledged: boolean,
  ) {
    const own = events.filter((event) => event.type === type);
    const [event] = own;
    if (own.length !== 1) find('one event', subject, `${own.length} × ${type}`);
    else if (!event?.publishedAt) find('event not published', subject, type);
    else if (isAcknowledged && !event.acknowledgedAt) find('event not acknowledged', subject, type);
  }

  function checkCheckout({ _id, status, paymentId, refunds: due, outbox = [] }: StoredCheckout): void {
    const isPaid = paymentId !== undefined;
    if (isPaid && status !== 'FULFILLED') find('not fulfilled', _id, status);
    if (isPaid) checkEvents(_id, 'payment.verified', outbox, true);
    for (const { state, paymentId: refunded } of due)
      if (state !== 'DONE') find('refund not made', _id, `${refunded} is ${state}`);
  }

  /** An order by hand was paid to the shop itself, and has no checkout. */
  function checkOrigin({ _id, checkoutId, paymentId, hand }: StoredPurchase): void {
    if (hand !== undefined) return;
    if (!payments.some(({ id, captured }) => id === paymentId && captured))
      find('order without money', _id, `${paymentId} is no captured payment`);
    if (!checkouts.some((checkout) => checkout._id === checkoutId))
      find('order without checkout', _id, checkoutId);
  }

  function checkPurchase(purchase: StoredPurchase): void {
    const { _id, checkoutId, cartCleanup, documentsDue, outbox = [], bill } = purchase;
    checkOrigin(purchase);
    if (purchases.filter((other) => other.checkoutId === checkoutId).length > 1)
      find('two orders', _id, checkoutId);
    checkEvents(_id, 'order.created', outbox, false);
    if (cartCleanup !== 'DONE') find('cart not cleaned', _id, cartCleanup);
    if (documentsDue === true) find('documents not made', _id, purchase.status);
    if (wasConfirmed(purchase) && bill === undefined) find('no bill', _id, purchase.status);
    checkCredit(purchase);
    checkShipped(purchase);
    checkMails(purchase);
  }

  /** Each line that was shipped has one event, and so one mail; other lines have none. */
  function checkShipped({ _id, lines, outbox = [] }: StoredPurchase): void {
    const events = outbox.filter(({ type }) => type === 'order.shipped');
    for (const line of lines.filter(wasShipped)) {
      const own = events.filter(({ id }) => id.startsWith(`order.shipped:${_id}:${line.id}:`));
      checkEvents(`${_id}, order ${line.id}`, 'order.shipped', own, false);
    }
    const shipped = lines.filter(wasShipped).length;
    if (events.length > shipped) find('one event', _id, `${events.length} × order.shipped for ${shipped}`);
  }

  /** The bill less its credit notes equals the money that stays with the merchant. */
  function checkCredit({ _id, status, bill, creditNotes = [], totalPaise, paymentId }: StoredPurchase): void {
    if (bill === undefined) return;
    const credited = sumOf(creditNotes.map(({ amountPaise }) => amountPaise));
    const due = status === 'CANCELLED' ? totalPaise : returnedOf(paymentId ?? '');
    if (credited < due) find('no credit note', _id, `${credited} of ${due}`);
    if (credited > due) find('credit notes of too much', _id, `${credited} of ${due}`);
  }

  function checkMail(purchase: StoredPurchase, { template, state, messageId }: StoredMail): void {
    const received = receivedAs.get(messageId)?.length ?? 0;
    if (state !== 'SENT' && state !== 'CANCELLED')
      find('mail not sent', purchase._id, `${template} ${state}`);
    // An immediate cancellation may prevent a mail.
    else if (received !== 1 && !(purchase.status === 'CANCELLED' && received < 1))
      find('mails received', purchase._id, `${received} × ${template}`);
  }

  function checkMails(purchase: StoredPurchase): void {
    const rows = mailsOf.get(`order.created:${purchase._id}`) ?? [];
    const templates = rows.map(({ template }) => template).toSorted();
    const ofSale = purchase.hand === undefined ? MAILS_OF_PURCHASE : MAILS_OF_HAND_ORDER;
    const required = wasConfirmed(purchase) ? ofSale : MAILS_OF_REFUND;
    if (templates.join() !== required.join())
      find('mails of an order', purchase._id, templates.join(', ') || 'none');
    for (const mail of rows) checkMail(purchase, mail);
    for (const { id, type } of purchase.outbox ?? []) {
      const template = MAIL_OF_EVENT[type];
      if (template === undefined) continue;
      const own = mailsOf.get(id) ?? [];
      if (own.map((mail) => mail.template).join() !== template)
        find('mails of an order', purchase._id, `${own.length} of ${id}`);
      for (const mail of own) checkMail(purchase, mail);
    }
  }

  function checkBuyer({ name, owner, email, bookId, inCart, checkoutIds }: Buyer): void {
    const own = purchases.filter(
      (purchase) => checkoutIds.includes(purchase.checkoutId) && wasConfirmed(purchase),
    );
    if (own.length > 1) find('cart bought twice', name, own.map(({ _id }) => _id).join(', '));
    const ofCart = own.filter(({ hand, paymentLink }) => hand === undefined && paymentLink === undefined);
    const bought = sumOf(
      ofCart.flatMap(({ lines }) => lines.flatMap((line) => (line.bookId === bookId ? [line.quantity] : []))),
    );
    const left = sumOf(
      cartLines.flatMap((line) => (line.owner === owner && line.bookId === bookId ? [line.quantity] : [])),
    );
    if (left !== inCart - bought) find('cart', name, `${left} copies, not ${inCart} - ${bought}`);
    const confirmations = (receivedBy.get(email) ?? []).filter(
      ({ subject }) => subject === 'Order Confirmed',
    );
    if (confirmations.length > own.length)
      find('mails received', name, `${confirmations.length} × Order Confirmed for ${own.length} orders`);
    const shipped = sumOf(own.map(({ lines }) => lines.filter(wasShipped).length));
    const notices = (receivedBy.get(email) ?? []).filter(({ subject }) => subject.startsWith('Shipped: '));
    if (notices.length !== shipped)
      find('mails received', name, `${notices.length} × Shipped for ${shipped} shipped lines`);
  }

  payments.forEach(checkPayment);
  checkouts.forEach(checkCheckout);
  purchases.forEach(checkPurchase);
  buyers.forEach(checkBuyer);
  return violations;
}
