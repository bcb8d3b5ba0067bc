import { Value } from 'typebox/value';
import {
  CommentMentioned,
  MailRequested,
  OrderAddressed,
  OrderCancelled,
  OrderCreated,
  OrderDisputed,
  OrderRefunded,
  OrderRequested,
  OrderShipped,
  PaymentLinkSent,
  ProfileDecided,
  ProfileInvited,
  eventsByType,
  type Envelope,
  type EventDeclaration,
} from '@vidhi/contracts/events.ts';
import type { PlannedMail } from './mail.ts';

/** Kinds of sources; each has a resolver. */
export const SOURCE = {
  mailRequest: 'mail-request',
  contactMessage: 'contact-message',
  /** The id has a slash between message and the number of the reply. */
  contactReply: 'contact-reply',
  /** The id has a slash between grievance and which of its mails it is: `received`, `notice` or `decided`. */
  grievance: 'grievance',
  subscriber: 'subscriber',
  /** The id has a slash between issue and subscriber. */
  newsletter: 'newsletter',
  /** The id has a slash between issue and account of staff. */
  newsletterTest: 'newsletter-test',
  /** The id has a slash between profile and the number of the decision. */
  profileDecision: 'profile-decision',
  /** The id has a slash between profile and the number of the mail. */
  profileInvitation: 'profile-invitation',
  /** The id has slashes between article, who wrote the comment, and who is mentioned in it. */
  commentMention: 'comment-mention',
  purchaseForBuyer: 'purchase-for-buyer',
  purchaseForSite: 'purchase-for-site',
  cancelledPurchase: 'cancelled-purchase',
  /** The id has a slash between purchase and line. */
  shippedLine: 'shipped-line',
  /** The id has a slash between purchase and the number of the parcel. */
  parcel: 'parcel',
  /** The id is the period in which mails died. */
  deadMails: 'dead-mails',
  /** The id is the day on which documents were rendered. */
  unprintable: 'unprintable-documents',
  /**
   * The id has slashes between purchase, the amount that went back, the sum of all such amounts, and the refund where it
   * is known.
   */
  refundedPurchase: 'refunded-purchase',
  /** The id has a slash between the link and the number of the mail. */
  paymentLink: 'payment-link',
  /** The id has a slash between purchase and the number of the request. */
  requestForBuyer: 'request-for-buyer',
  requestForSite: 'request-for-site',
  /** The id has slashes between purchase, dispute and the state of the dispute. */
  disputedPurchase: 'disputed-purchase',
} as const;

interface MailEvent {
  event: EventDeclaration;
  plan: (data: unknown) => PlannedMail[];
}

/** Mails that each event requires. An event counts as handled when each of them has its row. */
const MAIL_EVENTS: readonly MailEvent[] = [
  {
    event: MailRequested,
    plan(data) {
      const { requestId, template } = Value.Parse(MailRequested.data, data);
      const role = template === 'registration-notice' ? 'site' : 'user';
      return [{ template, role, source: { kind: SOURCE.mailRequest, id: requestId } }];
    },
  },
  {
    event: OrderCreated,
    plan(data) {
      const { purchaseId: id, isCancelled, isByHand } = Value.Parse(OrderCreated.data, data);
      if (isCancelled === true)
        return [
          { template: 'payment-refunded', role: 'buyer', source: { kind: SOURCE.cancelledPurchase, id } },
        ];
      const confirmation: PlannedMail = {
        template: 'order-confirmed',
        role: 'buyer',
        source: { kind: SOURCE.purchaseForBuyer, id },
      };
      if (isByHand === true) return [confirmation];
      return [
        confirmation,
        { template: 'payment-notification', role: 'site', source: { kind: SOURCE.purchaseForSite, id } },
        { template: 'new-order-notice', role: 'site', source: { kind: SOURCE.purchaseForSite, id } },
      ];
    },
  },
  {
    event: OrderAddressed,
    plan(data) {
      const { purchaseId: id } = Value.Parse(OrderAddressed.data, data);
      return [
        { template: 'order-address-given', role: 'site', source: { kind: SOURCE.purchaseForSite, id } },
      ];
    },
  },
  {
    event: OrderShipped,
    plan(data) {
      const { purchaseId, lineId, shipmentId } = Value.Parse(OrderShipped.data, data);
      const source =
        shipmentId === undefined
          ? { kind: SOURCE.shippedLine, id: `${purchaseId}/${lineId}` }
          : { kind: SOURCE.parcel, id: `${purchaseId}/${shipmentId}` };
      return [{ template: 'order-shipped', role: 'buyer', source }];
    },
  },
  {
    event: OrderCancelled,
    plan(data) {
      const { purchaseId: id } = Value.Parse(OrderCancelled.data, data);
      return [{ template: 'order-cancelled', role: 'buyer', source: { kind: SOURCE.cancelledPurchase, id } }];
    },
  },
  {
    event: OrderRefunded,
    plan(data) {
      const parsed = Value.Parse(OrderRefunded.data, data);
      const { purchaseId, amountPaise, returnedPaise, refundId } = parsed;
      const parts = [purchaseId, amountPaise, returnedPaise, ...(refundId === undefined ? [] : [refundId])];
      const source = { kind: SOURCE.refundedPurchase, id: parts.join('/') };
      return [{ template: 'order-refunded', role: 'buyer', source }];
    },
  },
  {
    event: OrderRequested,
    plan(data) {
      const { purchaseId, requestId, state } = Value.Parse(OrderRequested.data, data);
      const id = `${purchaseId}/${requestId}`;
      const forBuyer = { kind: SOURCE.requestForBuyer, id };
      if (state !== 'open') return [{ template: 'request-decided', role: 'buyer', source: forBuyer }];
      return [
        { template: 'request-received', role: 'buyer', source: forBuyer },
        { template: 'request-notice', role: 'site', source: { kind: SOURCE.requestForSite, id } },
      ];
    },
  },
  {
    event: OrderDisputed,
    plan(data) {
      const { purchaseId, disputeId, status } = Value.Parse(OrderDisputed.data, data);
      const source = { kind: SOURCE.disputedPurchase, id: `${purchaseId}/${disputeId}/${status}` };
      return [{ template: 'payment-disputed', role: 'site', source }];
    },
  },
  {
    event: PaymentLinkSent,
    plan(data) {
      const { linkId, number } = Value.Parse(PaymentLinkSent.data, data);
      const source = { kind: SOURCE.paymentLink, id: `${linkId}/${number}` };
      return [{ template: 'payment-link', role: 'buyer', source }];
    },
  },
  {
    event: ProfileDecided,
    plan(data) {
      const { profileId, number } = Value.Parse(ProfileDecided.data, data);
      const source = { kind: SOURCE.profileDecision, id: `${profileId}/${number}` };
      return [{ template: 'profile-decided', role: 'owner', source }];
    },
  },
  {
    event: ProfileInvited,
    plan(data) {
      const { profileId, number } = Value.Parse(ProfileInvited.data, data);
      const source = { kind: SOURCE.profileInvitation, id: `${profileId}/${number}` };
      return [{ template: 'profile-invitation', role: 'invited', source }];
    },
  },
  {
    event: CommentMentioned,
    plan(data) {
      const { postId, byId, userId } = Value.Parse(CommentMentioned.data, data);
      const source = { kind: SOURCE.commentMention, id: `${postId}/${byId}/${userId}` };
      return [{ template: 'comment-mention', role: 'colleague', source }];
    },
  },
];

/** The event types that the consumer handles. */
export const CONSUMED_EVENTS = eventsByType(MAIL_EVENTS.map(({ event }) => event));

/** Returns the mails that a consumed event requires; none for other events. */
export const planMails = ({ type, data }: Pick<Envelope, 'type' | 'data'>): PlannedMail[] =>
  MAIL_EVENTS.find(({ event }) => event.type === type)?.plan(data) ?? [];
