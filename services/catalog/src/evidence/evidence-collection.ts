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
    /** Account that added the file. A later owner of the profile does not see it. */
    ownerId: required(Number),
    /**
     * One of the places that an account has in a profile: uploads at the same time cannot take the same one. Absent after the
     * removal of the file.
     */
    place: optional(String),
    /** Key of the file in the private store. */
    address: required(String),
    /** `storing`: its file is not complete. `removed`: its file is deleted, or about to be. */
    state: oneOf(['storing', 'stored', 'removed']),
    /** Name of the uploaded file. Absent after its removal, like the fields below. */
    name: optional(String),
    mime: optional(String),
    bytes: optional(Number),
    sha256: optional(String),
    /** When it was last changed. */
    at: required(Date),
    /** Number of accesses to the file; part of the id of each audit entry. */
    readings: required(Number),
  },
  [...OUTBOX_INDEXES, { fields: { profileId: 1 } }, { fields: { place: 1 }, unique: true, sparse: true }],
);
export type EvidenceDocument = StoredDocument<typeof EVIDENCE>;
