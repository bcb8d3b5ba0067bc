import { DESKS } from '@vidhi/contracts/desks.ts';
import { MAIL_TEMPLATES } from '@vidhi/contracts/events.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  nullable,
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';
import type { SecondStep } from '../second-step/stored-second-step.ts';

/** Accounts, with their wire names, and the outbox of their events. */
export const USERS = storedCollection(
  'users',
  {
    _id: required(Number),
    /** These two are absent instead of null, so that the sparse unique indexes ignore accounts without one. */
    email: optional(String),
    username: optional(String),
    provider: requiredOrNull(String),
    confirmed: required(Boolean),
    blocked: required(Boolean),
    first_name: requiredOrNull(String),
    last_name: requiredOrNull(String),
    mobile: requiredOrNull(String),
    role: required(Number),
    /** Desks of an editor; of no effect for other roles. */
    desks: optional([{ type: String, enum: DESKS }]),
    /** True while an administrator is being removed, and after a process died meanwhile; see `change-staff-account.ts`. */
    stepsDown: optional(Boolean),
    /** Second step of the login, of effect for staff; absent or null when it is off. */
    secondStep: nullable(valueOf<SecondStep>()),
    /** Null when there is no usable password. */
    passwordHash: requiredOrNull(String),
    /** Incremented by each change of password, role, desks or block; tokens with a lower one are rejected. */
    tokenVersion: required(Number),
    createdAt: required(String),
    updatedAt: required(String),
    /** True after a change here; then an import does not overwrite it. */
    edited: required(Boolean),
    /** Hash of the imported content, to detect changes; null for accounts created here. */
    importHash: requiredOrNull(String),
    /** Requested mails that may still be sent, with the tokens of their links. Absent in the first releases. */
    mailRequests: optional([
      part({
        requestId: required(String),
        template: oneOf(MAIL_TEMPLATES),
        /** The recipient at the time of the request; null is the site's contact address. */
        email: requiredOrNull(String),
        /** SHA-256 of the link's token; null for a mail without link. */
        tokenHash: requiredOrNull(String),
        requestedAt: required(String),
        /** The account's token version when it was requested; absent in older releases, for the one that it has. */
        tokenVersion: optional(Number),
        /** Present once its link was used, or replaced by a newer one. */
        isSpent: optional(valueOf<true>()),
        /** Time after which the link, or a mail without one, is of no use. */
        expiresAt: required(String),
      }),
    ]),
    registration: nullable(
      part({
        /** Id (`jti`) of the ticket that was issued for it. */
        ticketId: required(String),
        /** Whether the ticket's only change of role is spent. */
        hasChangedRole: required(Boolean),
      }),
    ),
    /** Consents, with the text that was agreed to named by its version. */
    consents: optional([
      part({ purpose: oneOf(['legal-agreement', 'adult']), version: required(String), at: required(String) }),
    ]),
    /** Present when its owner erased it: nothing about the person is left. */
    erasedAt: optional(String),
    ...OUTBOX_FIELDS,
  },
  [
    { fields: { email: 1 }, unique: true, sparse: true },
    { fields: { username: 1 }, unique: true, sparse: true },
    { fields: { role: 1 } },
    { fields: { createdAt: 1 } },
    ...OUTBOX_INDEXES,
  ],
);

export type UserDocument = StoredDocument<typeof USERS>;

/** Finds the account of a mail request; the account contains the details of the request. */
export const MAIL_REQUESTS = storedCollection(
  'mail_requests',
  {
    _id: required(String),
    userId: required(Number),
    tokenHash: optional(String),
    requestedAt: required(Date),
  },
  [{ fields: { tokenHash: 1 }, unique: true, sparse: true }],
);
