import { LETTER_STATES } from '@vidhi/contracts/dead-letters.ts';
import {
  oneOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Records of all dead-letter topics, until staff has decided on them and their retention has passed. */
export const DEAD_LETTERS = storedCollection(
  'dead_letters',
  {
    _id: required(String),
    group: required(String),
    topic: required(String),
    partition: required(Number),
    offset: required(String),
    /** Key and content are null from the decision on. */
    key: requiredOrNull(String),
    content: requiredOrNull(String),
    event: requiredOrNull(String),
    error: required(String),
    message: required(String),
    attempts: required(Number),
    firstFailedAt: required(Date),
    lastFailedAt: required(Date),
    state: oneOf(LETTER_STATES),
    /** Number of replays, the present one included. */
    replays: required(Number),
    /** When a replay is to be sent to its group, or sent again for want of an outcome. */
    sendAt: optional(Date),
    settledAt: optional(Date),
  },
  [
    { fields: { state: 1, firstFailedAt: 1 } },
    { fields: { topic: 1, key: 1 } },
    { fields: { sendAt: 1 }, sparse: true },
  ],
);
export type StoredLetter = StoredDocument<typeof DEAD_LETTERS>;
