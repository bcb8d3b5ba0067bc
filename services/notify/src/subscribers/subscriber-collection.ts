import {
  oneOf,
  optional,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/**
 * `PENDING`: its owner has not confirmed it, and receives nothing but the confirmation mail. `IMPORTED`: came with a site,
 * and receives nothing. `BOUNCED`: its mails come back, and it receives nothing until its owner
 * confirms again. `UNSUBSCRIBED`: the address is deleted; its hash stays, so that it is not subscribed by an import.
 */
const STATES = ['PENDING', 'CONFIRMED', 'IMPORTED', 'BOUNCED', 'UNSUBSCRIBED'] as const;

export const SUBSCRIBERS = storedCollection(
  'subscribers',
  {
    /** Hash of the address. */
    _id: required(String),
    /** Absent after unsubscribing. */
    email: optional(String),
    state: oneOf(STATES),
    /** Form in which the address was entered first. */
    source: required(String),
    /** Hashes of the keys in mailed links that confirm, and of those that unsubscribe, the last ones at the end. */
    confirmKeyHashes: optional([String]),
    unsubscribeKeyHashes: optional([String]),
    /** Number of requested confirmation mails. */
    requests: required(Number),
    requestedAt: required(Date),
    /** A ledger row for the last request is to be added. */
    mailDue: optional(Boolean),
    createdAt: required(Date),
    confirmedAt: optional(Date),
    /** Stays until its owner confirms again, so that a request by others allows no import. */
    unsubscribedAt: optional(Date),
    /** Slugs of categories, and languages, that the reader has chosen; absent where all are wanted. */
    categories: optional([String]),
    languages: optional([String]),
    /** The import by staff that brought the proof of consent. */
    consentAct: optional(String),
    /** Mails that came back since it was confirmed; absent without any. */
    bounces: optional(Number),
    /** The last of them: when it was reported, its status code, and its id in the ledger. */
    bouncedAt: optional(Date),
    bounceStatus: optional(String),
    bouncedMail: optional(String),
    /** Id in the imported site. */
    importedId: optional(Number),
  },
  [
    { fields: { mailDue: 1 }, sparse: true },
    { fields: { importedId: 1 }, sparse: true },
    { fields: { createdAt: 1 } },
  ],
);

export type Subscriber = StoredDocument<typeof SUBSCRIBERS>;
