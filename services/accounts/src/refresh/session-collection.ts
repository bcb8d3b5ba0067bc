import {
  nullable,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Sessions of browsers. */
export const SESSIONS = storedCollection(
  'sessions',
  {
    _id: required(String),
    userId: required(Number),
    /** Token version of the account at login: the session ends when the account's increases. */
    tokenVersion: required(Number),
    /** Key from which the successors of its secrets are derived. */
    key: required(String),
    /** Fingerprint of the current secret. */
    current: required(String),
    /** Fingerprint of the previous secret. */
    previous: requiredOrNull(String),
    /** Browser and system of the login, in words; absent in sessions of older releases. */
    browser: nullable(String),
    rotatedAt: required(Date),
    /** Absolute expiry. */
    endsAt: required(Date),
    /** Idle expiry. */
    expiresAt: required(Date),
  },
  [{ fields: { expiresAt: 1 } }, { fields: { userId: 1, rotatedAt: -1 } }],
);
export type SessionDocument = StoredDocument<typeof SESSIONS>;
