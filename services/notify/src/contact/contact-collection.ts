import { MESSAGE_STATES } from '@vidhi/contracts/inbox.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** A mail by which staff replied. */
const REPLY = part({
  /** The first one is 1. */
  number: required(Number),
  text: required(String),
  at: required(Date),
  /** Account that wrote it. */
  by: requiredOrNull(Number),
});

/** Messages of the contact form, each with its replies. */
export const CONTACT_MESSAGES = storedCollection(
  'contact_messages',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    name: required(String),
    /** Empty where an older client sent none. */
    email: required(String),
    subject: required(String),
    message: required(String),
    receivedAt: required(Date),
    state: oneOf(MESSAGE_STATES),
    /** Account of staff that looks after it. */
    assignee: optional(Number),
    replies: optional([REPLY]),
    replyCount: required(Number),
    /** A ledger row for it or for one of its replies is to be added. */
    mailDue: optional(Boolean),
    /** When its content was deleted; the rest stays until its entries are in the audit log. */
    erasedAt: optional(Date),
  },
  [
    ...OUTBOX_INDEXES,
    { fields: { mailDue: 1 }, sparse: true },
    { fields: { receivedAt: 1 } },
    { fields: { state: 1, receivedAt: 1 } },
  ],
);

export type ContactMessage = StoredDocument<typeof CONTACT_MESSAGES>;
