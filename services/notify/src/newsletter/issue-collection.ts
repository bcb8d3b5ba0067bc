import {
  ISSUE_STATES,
  type IssueCounts,
  type IssueSection,
  type Preferences,
} from '@vidhi/contracts/newsletter.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  required,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Issues of the newsletter. */
export const ISSUES = storedCollection(
  'newsletter_issues',
  {
    _id: required(Number),
    ...OUTBOX_FIELDS,
    subject: required(String),
    sections: required(valueOf<IssueSection[]>()),
    /** Only readers of these categories and languages get it; everybody where absent. */
    readers: optional(valueOf<Preferences>()),
    state: oneOf(ISSUE_STATES),
    createdAt: required(Date),
    updatedAt: required(Date),
    /** A draft that staff deleted. */
    removedAt: optional(Date),
    /** When a scheduled one starts. */
    sendAt: optional(Date),
    /** Only who had confirmed by then receives it. */
    startedAt: optional(Date),
    endedAt: optional(Date),
    /** Readers at the start. */
    recipients: optional(Number),
    /** The last subscriber, by id, that had a turn. */
    cursor: optional(String),
    /** Subscribers that had a turn. */
    planned: optional(Number),
    /** No batch of any issue begins before: the pace is that of the site. */
    nextBatchAt: optional(Date),
    /** Time of the digest that it is: one issue at most has it. */
    digestOf: optional(Date),
    /** Why it is a draft again, which was scheduled. */
    problem: optional(String),
    /** Counts of its mails, stored before their rows leave the ledger. */
    counts: optional(valueOf<IssueCounts>()),
    /** When the last of these rows had left it. */
    trimmedAt: optional(Date),
  },
  [
    ...OUTBOX_INDEXES,
    { fields: { state: 1 } },
    { fields: { updatedAt: 1 } },
    { fields: { nextBatchAt: 1 }, sparse: true },
    { fields: { digestOf: 1 }, unique: true, sparse: true },
  ],
);

export type StoredIssue = StoredDocument<typeof ISSUES>;
