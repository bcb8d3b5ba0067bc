/** Scenario of a purchase that passes the fail point. */
export type PurchaseKind =
  | 'verified'
  | 'webhook'
  | 'closed-tab'
  | 'authorized'
  | 'second-payment'
  | 'cancelled'
  | 'returned-refund'
  | 'refunded-early'
  | 'refunded'
  | 'refunded-shipped'
  | 'part-refunded'
  | 'part-cancelled'
  | 'shop-refunded'
  | 'disputed'
  | 'same-cart'
  | 'paid-by-link'
  | 'link-cancelled'
  | 'by-hand'
  | 'hand-cancelled';
export type WorkloadName = 'checkout' | 'registration' | 'both';
export type RegistrationKind = 'customer' | 'lawyer' | 'firm';

/** A journey that passes a fail point: a purchase or a registration of these kinds, in turn. */
export type Passing =
  | { workload: 'checkout'; kinds: readonly PurchaseKind[] }
  | { workload: 'registration'; kinds: readonly RegistrationKind[] };

export interface FailPoint {
  /** Name in the code: the process, and the step that it has just done. */
  name: string;
  /** The process that passes it. */
  process: string;
  /** State of the purchase when the process ends at this point. */
  between: string;
  /** Fail points that are passed, at most one of each workload. */
  passing: readonly Passing[];
}

const buying = (...kinds: PurchaseKind[]): Passing => ({ workload: 'checkout', kinds });
const registering = (...kinds: RegistrationKind[]): Passing => ({ workload: 'registration', kinds });

const ANY_PURCHASE = buying('verified', 'webhook', 'closed-tab');
const REPORTED = buying('webhook');
const SHOP_REFUNDED = buying('shop-refunded');
const CANCELLED = buying('cancelled', 'part-cancelled', 'refunded');
const MONEY_BACK = buying('refunded', 'part-refunded', 'disputed', 'refunded-early', 'part-cancelled');
/** Staff ship or cancel it, which the audit log records. */
const AUDITED = buying('cancelled', 'refunded-shipped');
const BY_LINK = buying('paid-by-link', 'link-cancelled');
const BY_HAND = buying('by-hand');
const COPIES_BACK = buying('cancelled', 'part-cancelled', 'hand-cancelled');
const PROFILE = registering('lawyer', 'firm');
const ANY_REGISTRATION = registering('customer', 'lawyer', 'firm');

const point = (name: string, between: string, ...passing: Passing[]): FailPoint => ({
  name,
  process: name.slice(0, name.indexOf('.')),
  between,
  passing,
});

/** Every fail point of the services, in the order in which a purchase and a registration pass them. */
export const FAIL_POINTS: readonly FailPoint[] = [
  point('payments.checkout-requested', 'request received / checkout stored', ANY_PURCHASE),
  point('payments.checkout-stored', 'checkout stored / copies reserved', ANY_PURCHASE),
  point('payments.copies-reserved', 'copies reserved / order created at the provider', ANY_PURCHASE),
  point('payments.provider-order-created', 'order created at the provider / its id stored', ANY_PURCHASE),
  point('payments.provider-order-stored', 'id stored / response', ANY_PURCHASE),
  point('payments.signature-verified', 'signature verified / payment stored', buying('verified')),
  point('payments.payment-captured', 'captured at the provider / payment stored', buying('authorized')),
  point('payments.webhook-received', 'webhook received / stored', REPORTED),
  point('payments.webhook-stored', 'webhook stored / applied', REPORTED),
  point('payments.webhook-applied', 'webhook applied / marked as applied', REPORTED),
  point('payments.payment-stored', 'PAID with its event stored / published', ANY_PURCHASE),
  point('payments.event-published', 'payment.verified published / marked', ANY_PURCHASE),
  point('cart-orders.payment-event-received', 'payment.verified read / purchase stored', ANY_PURCHASE),
  point('cart-orders.lines-claimed', 'lines of the cart claimed / copies consumed', buying('same-cart')),
  point('cart-orders.copies-consumed', 'copies consumed / purchase stored', ANY_PURCHASE),
  point('cart-orders.purchase-stored', 'purchase stored / cart cleaned, offset committed', ANY_PURCHASE),
  point('cart-orders.cart-cleaned', 'copies taken out of the cart / noted', ANY_PURCHASE),
  point('cart-orders.copies-sold', 'copies counted as sold / number of the bill claimed', ANY_PURCHASE),
  point('cart-orders.bill-number-claimed', 'number of the bill claimed / written', ANY_PURCHASE),
  point('cart-orders.bill-number-written', 'number written / claim removed', ANY_PURCHASE),
  point('cart-orders.event-published', 'order.created published / marked', ANY_PURCHASE),
  point('payments.order-event-received', 'order.created read / FULFILLED', ANY_PURCHASE),
  point(
    'payments.returns-stored',
    'refunds or a dispute read at the provider, stored with their event / published',
    MONEY_BACK,
  ),
  point(
    'cart-orders.returns-stored',
    'what went back noted in the order with its events / published, credit note',
    buying('refunded', 'part-refunded', 'disputed', 'refunded-shipped'),
  ),
  point(
    'cart-orders.shipping-stored',
    'date of shipping of a line stored with its event / published, response',
    buying('refunded-shipped'),
  ),
  point(
    'accounts.audit-received',
    'write of staff read from the audit topic / head of the audit log moved',
    AUDITED,
  ),
  point('accounts.audit-advanced', 'head of the audit log moved / record in the log', AUDITED),
  point(
    'payments.refund-decided',
    'amount of the refund stored / requested at the provider',
    buying('cancelled', 'part-cancelled', 'second-payment'),
  ),
  point(
    'payments.refund-made',
    'refund requested at the provider / noted',
    buying('second-payment', 'cancelled', 'returned-refund'),
  ),
  point(
    'cart-orders.cancellation-stored',
    'purchase cancelled, the return of its copies due / copies counted back',
    COPIES_BACK,
  ),
  point(
    'cart-orders.copies-released',
    'copies of a cancelled purchase released / counted back',
    buying('cancelled', 'same-cart'),
  ),
  point('cart-orders.copies-moved', 'copies of a cancelled purchase counted back / noted', COPIES_BACK),
  point('cart-orders.refund-requested', 'refund requested / credit note', CANCELLED),
  point('cart-orders.part-refund-stored', 'refund of the shop stored / copies counted back', SHOP_REFUNDED),
  point('cart-orders.refund-restocked', 'copies counted back / noted', SHOP_REFUNDED),
  point('cart-orders.part-refund-requested', 'payments asked for a refund / its answer noted', SHOP_REFUNDED),
  point(
    'payments.part-refund-decided',
    'decision on a refund stored / requested at the provider',
    SHOP_REFUNDED,
  ),
  point('payments.part-refund-made', 'refund requested at the provider / noted', SHOP_REFUNDED),
  point('notify.event-received', 'event read / mails stored', ANY_PURCHASE, ANY_REGISTRATION),
  point('notify.one-mail-stored', 'first mail stored / the others', ANY_PURCHASE, ANY_REGISTRATION),
  point('notify.mails-stored', 'mails stored / scheduled', ANY_PURCHASE, ANY_REGISTRATION),
  point('notify.mail-claimed', 'mail claimed / sent', ANY_PURCHASE, ANY_REGISTRATION),
  point('notify.mail-accepted', 'mail accepted by the server / SENT', ANY_PURCHASE, ANY_REGISTRATION),
  // No journey passes these: the integration tests of newsletters end processes there, or at each call around it.
  point('notify.newsletter-batch-stored', 'mails of some recipients stored / noted in the issue'),
  point('notify.newsletter-advanced', 'noted in the issue / mails scheduled'),
  point('notify.digest-created', 'issue of a digest stored / noted in its rule'),
  point('cart-orders.hand-order-reserved', 'copies reserved / order by hand stored', BY_HAND),
  point('cart-orders.hand-order-stored', 'order by hand stored / its copies taken', BY_HAND),
  point('cart-orders.payment-link-reserved', 'copies reserved / payment link stored', BY_LINK),
  point(
    'cart-orders.payment-link-stored',
    'payment link stored / its copies reserved until it expires',
    BY_LINK,
  ),
  point(
    'cart-orders.payment-link-cancelled',
    'payment link cancelled / its copies released',
    buying('link-cancelled'),
  ),
  point(
    'cart-orders.payment-link-claimed',
    'payment link taken over by its payment / copies consumed',
    buying('paid-by-link'),
  ),
  point('accounts.registration-received', 'request received / account stored', ANY_REGISTRATION),
  point('accounts.mail-requests-stored', 'requests of mails stored / account stored', ANY_REGISTRATION),
  point('accounts.account-stored', 'account with its events stored / published, response', ANY_REGISTRATION),
  point('accounts.event-published', 'events published / marked', ANY_REGISTRATION),
  point('accounts.change-stored', 'change of role stored / response', PROFILE),
  point('catalog.picture-placed', 'file of a picture stored / its document', PROFILE),
  point('catalog.picture-stored', 'picture stored / response', PROFILE),
  point('catalog.profile-received', 'profile received / stored', PROFILE),
  point('catalog.profile-stored', 'profile stored / response', PROFILE),
];

/** Returns the points that journeys of a workload pass, with the journeys of that workload alone. */
export const pointsOf = (workload: WorkloadName): FailPoint[] =>
  FAIL_POINTS.flatMap((one) => {
    const passing = one.passing.filter((each) => workload === 'both' || each.workload === workload);
    return passing.length === 0 ? [] : [{ ...one, passing }];
  });
