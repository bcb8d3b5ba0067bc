import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Documents by which owners prove what their profiles say, such as the certificate of enrolment. */
export const EVIDENCE = storedCollection(
  'profile_evidence',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    profileId: required(Number),
    /** Account that added it: another one that the profile is given to does not see it. */
    ownerId: required(Number),
    /** Key of the file in the private store. */
    address: required(String),
    /** `storing`: its file is not complete. `removed`: its file is deleted, or about to be. */
    state: oneOf(['storing', 'stored', 'removed']),
    /** Name of the file as its owner had it; absent once it is removed, as the following ones. */
    name: optional(String),
    mime: optional(String),
    bytes: optional(Number),
    sha256: optional(String),
    /** When it was last changed. */
    at: required(Date),
    /** Number of its readings. */
    readings: required(Number),
  },
  [...OUTBOX_INDEXES, { fields: { profileId: 1 } }],
);
export type EvidenceDocument = StoredDocument<typeof EVIDENCE>;
