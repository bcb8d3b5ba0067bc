import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  optional,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Texts that staff use again in replies. */
export const REPLY_TEMPLATES = storedCollection(
  'reply_templates',
  {
    _id: required(Number),
    ...OUTBOX_FIELDS,
    title: required(String),
    text: required(String),
    updatedAt: required(Date),
    /** A deleted one stays for its entry in the audit log. */
    removedAt: optional(Date),
  },
  OUTBOX_INDEXES,
);

export type StoredReplyTemplate = StoredDocument<typeof REPLY_TEMPLATES>;
