import {
  oneOf,
  optional,
  optionalOneOf,
  part,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import { MAIL_STATES } from './mail.ts';

/** Rows of the ledger. A row of a mail that ended long ago has lost what is not needed to recognize its event. */
export const MAILS = storedCollection(
  'mails',
  {
    _id: required(String),
    eventId: required(String),
    /** Number of mails that the event requires. */
    ofEvent: required(Number),
    template: required(String),
    /** Recipient in one word: an event may send one template to several recipients. */
    role: required(String),
    /** Key of a resolver, and what it resolves. */
    source: required(part({ kind: required(String), id: required(String) })),
    messageId: required(String),
    state: oneOf(MAIL_STATES),
    /** Failures so far that count towards the limit. */
    attempts: required(Number),
    /** Number of leases so far. */
    claims: required(Number),
    /** Absent when nothing more is to be done. */
    dueAt: optional(Date),
    leaseOwner: optional(String),
    leasedAt: optional(Date),
    /** An attempt ended without a response: the mail server may have accepted the mail. */
    mayBeAccepted: optional(Boolean),
    /** Code of the last failure; never an address. */
    lastFailure: optional(String),
    /** Trace context of the request or event that required the mail. */
    traceparent: optional(String),
    /** It came back after the mail server had accepted it. */
    bouncedAt: optional(Date),
    bounceKind: optionalOneOf(['hard', 'soft']),
    /** Enhanced status code of the report. */
    bounceStatus: optional(String),
    createdAt: required(Date),
    endedAt: optional(Date),
  },
  [
    { fields: { dueAt: 1 }, sparse: true },
    { fields: { eventId: 1 } },
    { fields: { state: 1, eventId: 1 } },
    { fields: { endedAt: 1 }, sparse: true },
  ],
);

export type MailDocument = StoredDocument<typeof MAILS>;
