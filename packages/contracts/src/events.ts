import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { AuditFact } from './audit.ts';
import { REQUEST_STATES } from './order-requests.ts';
import { DISPUTE_STATUSES } from './purchases.ts';
import type { StoredDocument as Document } from './stored-document.ts';

const Rev = Type.Integer({ minimum: 0 });
const Id = Type.Integer({ minimum: 1 });

/** Value of every record on every topic. `id` is deterministic, so that consumers recognize a repeated publication. */
export const Envelope = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
  v: Type.Integer({ minimum: 1 }),
  aggregateId: Type.String({ minLength: 1 }),
  occurredAt: Type.String(),
  traceparent: Type.Optional(Type.String()),
  data: Type.Unknown(),
});
export type Envelope = Static<typeof Envelope>;

/** Events carry whole documents; consumers read the attributes that they use. */
export const StoredDocument = Type.Object({ id: Id }, { additionalProperties: true });

export interface EventDeclaration<Data extends TProperties = TProperties> {
  type: string;
  v: number;
  data: TObject<Data>;
}

const defineEvent = <Data extends TProperties>(
  type: string,
  v: number,
  data: Data,
): EventDeclaration<Data> => ({ type, v, data: Type.Object(data, { additionalProperties: true }) });

const stored = { rev: Rev, doc: StoredDocument };
/** Payload of events that carry a whole document. */
export interface DocumentPayload {
  rev: number;
  doc: Document;
}

export const PostPublished = defineEvent('post.published', 1, stored);
export const PostChanged = defineEvent('post.changed', 1, stored);
export const PostWithdrawn = defineEvent('post.withdrawn', 1, {
  rev: Rev,
  id: Id,
  slug: Type.Union([Type.String(), Type.Null()]),
});
/** An unpublished post was saved. Carries no document: other writers read it from the database. */
export const PostDrafted = defineEvent('post.drafted', 1, { rev: Rev, id: Id });
/** Carries the absolute count, which only grows, so consumers apply the maximum and ignore repeated and late events. */
export const PostViewed = defineEvent('post.viewed', 1, { id: Id, viewsCount: Type.Integer({ minimum: 0 }) });

const siteChange = { rev: Rev, collection: Type.String(), doc: StoredDocument };
const siteRemoval = { rev: Rev, collection: Type.String(), id: Id };

export const SITE_COLLECTIONS = [
  'category',
  'tag',
  'site-ad',
  'product',
  'hosted-page',
  'site-setting',
  'social-link',
  'site-option',
  'redirect',
  'news-author',
] as const;

/** Event type for a change in one of SITE_COLLECTIONS. For the single type `site-setting` it is `settings.changed`. */
export const siteChangedType = (collection: string): string =>
  collection === 'site-setting' ? 'settings.changed' : `${collection}.changed`;
export const siteRemovedType = (collection: string): string => `${collection}.removed`;
export const SiteChanged = SITE_COLLECTIONS.map((name) => defineEvent(siteChangedType(name), 1, siteChange));
export const SiteRemoved = SITE_COLLECTIONS.map((name) => defineEvent(siteRemovedType(name), 1, siteRemoval));

const removal = { rev: Rev, id: Id };
/** Payload of events about a document that was deleted or unpublished. */
export type RemovalPayload = Static<TObject<typeof removal>>;

export const BookPublished = defineEvent('book.published', 1, stored);
export const BookChanged = defineEvent('book.changed', 1, stored);
export const BookWithdrawn = defineEvent('book.withdrawn', 1, removal);
/** Lawyers and firms. The document includes attributes that only members may see. */
export const ProfilePublished = defineEvent('profile.published', 1, stored);
export const ProfileChanged = defineEvent('profile.changed', 1, stored);
export const ProfileWithdrawn = defineEvent('profile.withdrawn', 1, removal);
/**
 * Staff has decided about a profile. Its id is `profile.decided:<profileId>:<number>`. Carries neither reason nor address:
 * notify fetches both when it sends the mail.
 */
export const ProfileDecided = defineEvent('profile.decided', 1, {
  profileId: Id,
  number: Type.Integer({ minimum: 0 }),
});
/**
 * Staff has invited somebody to claim a profile. Its id is `profile.invited:<requestId>`. Carries neither address nor link: notify
 * fetches both when it sends the mail.
 */
export const ProfileInvited = defineEvent('profile.invited', 1, {
  profileId: Id,
  number: Type.Integer({ minimum: 1 }),
});
/** A comment of the newsroom mentions an account. Its id is `comment.mentioned:<commentId>:<userId>`. Carries no text and no name. */
export const CommentMentioned = defineEvent('comment.mentioned', 1, {
  commentId: Type.String({ minLength: 1 }),
  postId: Id,
  byId: Id,
  userId: Id,
});
/** Changes of collections that books and profiles refer to: authors, categories, courts, cities and so on. */
export const ListChanged = defineEvent('list.changed', 1, siteChange);
export const ListRemoved = defineEvent('list.removed', 1, siteRemoval);

export const MediaStored = defineEvent('media.stored', 1, stored);
export const MediaChanged = defineEvent('media.changed', 1, stored);
export const MediaRemoved = defineEvent('media.removed', 1, removal);

const userName = {
  rev: Rev,
  id: Id,
  first_name: Type.Union([Type.String(), Type.Null()]),
  last_name: Type.Union([Type.String(), Type.Null()]),
  role: Type.Integer(),
  /** Access tokens with a smaller version are revoked. Absent in events of older releases. */
  tokenVersion: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Whether the e-mail address is confirmed, and whether staff blocked the account. Absent in events of older releases. */
  confirmed: Type.Optional(Type.Boolean()),
  blocked: Type.Optional(Type.Boolean()),
  /** True when its owner erased the account: what others store about the person is removed. */
  erased: Type.Optional(Type.Boolean()),
};
export type UserPayload = Static<TObject<typeof userName>>;
export const UserRegistered = defineEvent('user.registered', 1, userName);
export const UserUpdated = defineEvent('user.updated', 1, userName);

/** Mails that accounts requests from notify. */
export const MAIL_TEMPLATES = [
  'registration-notice',
  'email-confirmation',
  'password-reset',
  'email-change-confirmation',
  'email-change-requested-notice',
  'email-changed-notice',
  'password-changed-notice',
  'staff-invitation',
  'second-step-notice',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/**
 * A mail is to be sent. Carries neither address nor link: notify fetches both from accounts when it sends (`POST
 * /internal/mail-requests/{requestId}`). Its id is `mail.requested:<requestId>`.
 */
export const MailRequested = defineEvent('mail.requested', 1, {
  requestId: Type.String({ pattern: '^[a-z2-7]{26}$' }),
  userId: Id,
  template: Type.Enum([...MAIL_TEMPLATES]),
});

const Paise = Type.Integer({ minimum: 0 });
const NullableUserId = Type.Union([Id, Type.Null()]);
/**
 * A payment of the amount of its checkout was captured. Its id is `payment.verified:<checkoutId>`. Carries no addresses:
 * cart-orders fetches the checkout from payments.
 */
export const PaymentVerified = defineEvent('payment.verified', 1, {
  checkoutId: Type.String({ minLength: 1 }),
  paymentId: Type.String({ minLength: 1 }),
  userId: NullableUserId,
  totalPaise: Paise,
});
/**
 * Money of a paid checkout went back, or is about to: by a refund of payments or of the provider's
 * dashboard, or a dispute. Its id is `payment.changed:<checkoutId>:<rev>`. cart-orders fetches what is known then.
 */
export const PaymentChanged = defineEvent('payment.changed', 1, {
  checkoutId: Type.String({ minLength: 1 }),
  paymentId: Type.String({ minLength: 1 }),
  rev: Type.Integer({ minimum: 1 }),
  returnedPaise: Paise,
  pendingPaise: Paise,
  disputedPaise: Paise,
});
/** The purchase of a paid checkout exists. Its id is `order.created:<purchaseId>`. */
export const OrderCreated = defineEvent('order.created', 1, {
  purchaseId: Type.String({ minLength: 1 }),
  checkoutId: Type.String({ minLength: 1 }),
  userId: NullableUserId,
  totalPaise: Paise,
  /** The payment came too late for it: it is refunded, and nothing is sent to the buyer but that. */
  isCancelled: Type.Optional(Type.Boolean()),
  /** Staff have written it down: nobody need tell them. */
  isByHand: Type.Optional(Type.Boolean()),
});
/**
 * A line of a purchase was handed to the carrier, or a parcel: then its id is `order.shipped:<purchaseId>:parcel-<number>`.
 * Of a line it is `order.shipped:<purchaseId>:<lineId>:<day>`: the same line is
 * shipped again on another day only after its date was removed.
 */
export const OrderShipped = defineEvent('order.shipped', 1, {
  purchaseId: Type.String({ minLength: 1 }),
  /** Id of the order on the wire, or of the first in the parcel. */
  lineId: Id,
  /** Number of the parcel; absent for a line without one. */
  shipmentId: Type.Optional(Id),
});
/**
 * Staff send the link of an order that waits for its payment to its buyer. Its id is
 * `payment-link.sent:<linkId>:<number>`.
 */
export const PaymentLinkSent = defineEvent('payment-link.sent', 1, {
  linkId: Type.String({ minLength: 1 }),
  number: Id,
});
/** The buyer gave the addresses of a purchase that was made without them. Its id is `order.addressed:<purchaseId>`. */
export const OrderAddressed = defineEvent('order.addressed', 1, {
  purchaseId: Type.String({ minLength: 1 }),
});
/** Staff cancelled a purchase, which is refunded. Its id is `order.cancelled:<purchaseId>`. */
export const OrderCancelled = defineEvent('order.cancelled', 1, {
  purchaseId: Type.String({ minLength: 1 }),
});

/** A part of the payment of an order went back, or all of it after something was shipped: the order stays. */
export const OrderRefunded = defineEvent('order.refunded', 1, {
  purchaseId: Type.String({ minLength: 1 }),
  /** Returned since the last such event, and in total. */
  amountPaise: Paise,
  returnedPaise: Paise,
  /** Id of the refund or dispute, by which its credit note is found; absent where only the sum is known. */
  refundId: Type.Optional(Type.String({ minLength: 1 })),
});
/**
 * A buyer requests to cancel or return copies, or the shop has decided that. Its id is
 * `order.requested:<purchaseId>:<requestId>:<state>`.
 */
export const OrderRequested = defineEvent('order.requested', 1, {
  purchaseId: Type.String({ minLength: 1 }),
  requestId: Id,
  state: Type.Enum([...REQUEST_STATES]),
});
/** The buyer's bank disputes the payment of an order, or has ended that. */
export const OrderDisputed = defineEvent('order.disputed', 1, {
  purchaseId: Type.String({ minLength: 1 }),
  disputeId: Type.String({ minLength: 1 }),
  status: Type.Enum([...DISPUTE_STATUSES]),
  amountPaise: Paise,
});

/** The events of purchases; cart-orders publishes them, and notify sends mails about each. */
export const PURCHASE_EVENTS: readonly EventDeclaration[] = [
  OrderCreated,
  OrderAddressed,
  OrderShipped,
  OrderCancelled,
  OrderRefunded,
  OrderRequested,
  OrderDisputed,
];

/** Somebody changed a document. Its id is `audit:<service>:<type>:<id>:<rev>`. Only accounts consumes it. */
export const AuditRecorded: EventDeclaration = { type: 'audit.recorded', v: 1, data: AuditFact };

/** Returns declarations by their types, as consumers take them. */
export const eventsByType = (events: readonly EventDeclaration[]): ReadonlyMap<string, EventDeclaration> =>
  new Map(events.map((event) => [event.type, event]));

/** All event declarations by type. */
export const EVENTS = eventsByType([
  PostPublished,
  PostChanged,
  PostWithdrawn,
  PostDrafted,
  PostViewed,
  CommentMentioned,
  ...SiteChanged,
  ...SiteRemoved,
  BookPublished,
  BookChanged,
  BookWithdrawn,
  ProfilePublished,
  ProfileChanged,
  ProfileWithdrawn,
  ProfileDecided,
  ProfileInvited,
  ListChanged,
  ListRemoved,
  MediaStored,
  MediaChanged,
  MediaRemoved,
  UserRegistered,
  UserUpdated,
  MailRequested,
  PaymentVerified,
  PaymentChanged,
  ...PURCHASE_EVENTS,
  PaymentLinkSent,
  AuditRecorded,
]);

/** Returns the deterministic id of an event. */
export const eventId = (type: string, aggregateId: string | number, rev: number): string =>
  `${type}:${aggregateId}:${rev}`;
