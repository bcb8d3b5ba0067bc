import { DIGEST_PERIODS, WEEKDAYS } from '@vidhi/contracts/newsletter.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** The rule of the digest: one document. */
export const DIGESTS = storedCollection(
  'newsletter_digests',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    isOn: required(Boolean),
    every: oneOf(DIGEST_PERIODS),
    weekday: oneOf(WEEKDAYS),
    /** Minutes after midnight in India. */
    minute: required(Number),
    title: required(String),
    /** The next digest has what was published after this. */
    since: optional(Date),
    nextAt: optional(Date),
    /**
     * The time of the digest that is being made. It has what was published until then, also when a process that died is
     * followed by another much later.
     */
    due: optional(Date),
  },
  OUTBOX_INDEXES,
);
export type StoredDigest = StoredDocument<typeof DIGESTS>;
