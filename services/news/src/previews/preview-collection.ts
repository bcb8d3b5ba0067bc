import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  optional,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Links by which people without an account read the working copy of an article. */
export const PREVIEW_LINKS = storedCollection(
  'preview_links',
  {
    /** Fingerprint of the token, which is stored nowhere. */
    _id: required(String),
    ...OUTBOX_FIELDS,
    postId: required(Number),
    /** For whom it is, in the words of who made it. */
    label: requiredOrNull(String),
    /** Id of the account. */
    by: required(Number),
    createdAt: required(Date),
    expiresAt: required(Date),
    revokedAt: optional(Date),
    /** Time of the latest reading. */
    openedAt: optional(Date),
  },
  [...OUTBOX_INDEXES, { fields: { postId: 1 } }, { fields: { expiresAt: 1 } }],
);
export type StoredPreviewLink = StoredDocument<typeof PREVIEW_LINKS>;
