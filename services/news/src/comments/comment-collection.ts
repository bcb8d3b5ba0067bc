import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  optional,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Comments of the newsroom on articles. */
export const COMMENTS = storedCollection(
  'comments',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    postId: required(Number),
    /** Id of the comment that it replies to; its own for the first of a thread. */
    thread: required(String),
    /** Id of the account. */
    by: required(Number),
    at: required(Date),
    /** Empty once it was removed. */
    text: required(String),
    /** The passage that a thread is about, and the number of its block. */
    quote: requiredOrNull(String),
    block: requiredOrNull(Number),
    /** Ids of the accounts that it mentions. */
    mentions: required([Number]),
    resolvedAt: optional(Date),
    resolvedBy: optional(Number),
    removedAt: optional(Date),
  },
  [
    ...OUTBOX_INDEXES,
    { fields: { postId: 1, at: 1 } },
    { fields: { thread: 1 } },
    { fields: { mentions: 1, at: -1 } },
  ],
);
export type StoredComment = StoredDocument<typeof COMMENTS>;
