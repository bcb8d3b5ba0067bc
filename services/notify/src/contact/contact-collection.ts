import {
  optional,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Messages of the contact form. */
export const CONTACT_MESSAGES = storedCollection(
  'contact_messages',
  {
    _id: required(String),
    name: required(String),
    /** Empty where an older client sent none. */
    email: required(String),
    subject: required(String),
    message: required(String),
    receivedAt: required(Date),
    /** A ledger row for it is to be added. */
    mailDue: optional(Boolean),
  },
  [{ fields: { mailDue: 1 }, sparse: true }, { fields: { receivedAt: 1 } }],
);

export type ContactMessage = StoredDocument<typeof CONTACT_MESSAGES>;
