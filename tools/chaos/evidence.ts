/** Contents of all databases, the provider's ledger and the mail inbox: plain data for the checks. */

export interface StoredEvent {
  id: string;
  type: string;
  publishedAt?: Date | null;
  acknowledgedAt?: Date | null;
}

export interface StoredLine {
  bookId: number;
  quantity: number;
  unitPaise: number;
  /** Id of the order on the wire; both are present in lines of a purchase. */
  id?: number;
  shipping_date?: string | null;
}

export interface StoredCheckout {
  _id: string;
  status: string;
  receipt: string;
  providerOrderId?: string;
  paymentId?: string;
  purchaseId?: string;
  snapshot: { lines: StoredLine[]; shippingPaise: number; totalPaise: number };
  refunds: { paymentId: string; amountPaise: number; state: string; reason: string }[];
  returns?: { disputes: { paymentId: string; amountPaise: number; status: string }[] };
  outbox?: StoredEvent[];
  history: { to: string; by: string; at: Date }[];
}

export interface StoredPurchase {
  _id: string;
  checkoutId: string;
  /** Absent in an order by hand. */
  paymentId?: string;
  /** Present in an order by hand, which was paid to the shop itself. */
  hand?: object;
  /** The link that it was paid by. */
  paymentLink?: { id: string };
  lines: StoredLine[];
  shippingPaise: number;
  totalPaise: number;
  status: string;
  cartCleanup: string;
  documentsDue?: boolean;
  bill?: { number: string };
  creditNotes?: { number: string; amountPaise: number }[];
  /** Money that went back, as the purchase knows it. */
  returnedPaise?: number;
  /** Refunds of parts by the shop. */
  refunds?: { state: string; restock: boolean; lines: { id: number; copies: number }[] }[];
  /** Moves of copies that follow from it. */
  copyMoves?: { lineId: number; copies: number; isDone?: boolean }[];
  cancelledFor?: string;
  cancelledAt?: Date;
  createdAt: Date;
  outbox?: StoredEvent[];
}

export interface StoredStock {
  _id: number;
  stock: number | null;
  /** Sum of the copies that people have moved; absent: none. */
  moved?: number;
  sold: number;
  holds: { checkoutId: string; quantity: number; state: string }[];
}

export interface StoredLink {
  _id: string;
  state: string;
  holdDue?: true;
  releaseDueAt?: Date;
  outbox?: StoredEvent[];
}

export interface StoredSeries {
  _id: string;
  last: number;
  claims: unknown[];
}

/** A row of the ledger of mails. */
export interface StoredMail {
  _id: string;
  eventId: string;
  template: string;
  state: string;
  messageId: string;
  endedAt?: Date;
}

export interface ProviderPayment {
  id: string;
  order_id: string;
  amount: number;
  captured: boolean;
  status: string;
}

export interface ProviderRefund {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
}

export interface ProviderDispute {
  id: string;
  payment_id: string;
  /** Taken by the bank: 0 unless it was lost. */
  amount_deducted: number;
  status: string;
}

export interface InboxMail {
  messageId: string;
  to: string;
  subject: string;
}

export interface StoredAccount {
  _id: number;
  email?: string;
  role: number;
  outboxDue?: Date;
  mailRequests?: { requestId: string; template: string }[];
}

export interface StoredProfile {
  _id: number;
  users_permissions_user?: number;
}

/** Actions of a buyer that determine the expected final state. */
export interface Buyer {
  /** Names the journey in violations. */
  name: string;
  /** Owner of the cart, as cart-orders names it. */
  owner: string;
  email: string;
  bookId: number;
  /** Copies in the cart, when nothing was bought. */
  inCart: number;
  /** Ids of the checkouts of this cart. */
  checkoutIds: readonly string[];
}

/** Data of a registration. */
export interface Registrant {
  name: string;
  email: string;
  role: number;
  /** Whether every step succeeded, so that the profile must exist. */
  isComplete: boolean;
}

export interface PurchaseEvidence {
  buyers: readonly Buyer[];
  checkouts: readonly StoredCheckout[];
  purchases: readonly StoredPurchase[];
  payments: readonly ProviderPayment[];
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  mails: readonly StoredMail[];
  inbox: readonly InboxMail[];
  cartLines: readonly { owner: string; bookId: number; quantity: number }[];
}

/** Evidence of the whole site except its purchases. */
export interface ShopEvidence {
  purchases: readonly StoredPurchase[];
  links: readonly StoredLink[];
  stocks: readonly StoredStock[];
  series: readonly StoredSeries[];
  /** States of the provider's events that are not settled. */
  unsettledEvents: number;
  unmatchedPayments: number;
  mails: readonly StoredMail[];
  inbox: readonly InboxMail[];
}

export interface RegistrationEvidence {
  registrants: readonly Registrant[];
  accounts: readonly StoredAccount[];
  profiles: readonly StoredProfile[];
  mails: readonly StoredMail[];
  inbox: readonly InboxMail[];
}

/** A violated invariant. */
export interface Violation {
  kind: string;
  /** The journey, document or number that it is about. */
  subject: string;
  details: string;
}
