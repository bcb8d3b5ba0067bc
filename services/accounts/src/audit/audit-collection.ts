import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { CHANNELS } from '@vidhi/contracts/actor.ts';
import {
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';
import type { AuditRecord } from './audit-record.ts';

/** Entries of the log. */
export const AUDIT_ENTRIES = storedCollection(
  'audit_entries',
  {
    /** Id of the event, the same for every repetition of it. */
    _id: required(String),
    at: required(String),
    actor: required(
      part({
        id: requiredOrNull(Number),
        role: requiredOrNull(Number),
        via: oneOf(CHANNELS),
        token: optional(String),
      }),
    ),
    action: required(String),
    service: required(String),
    type: required(String),
    id: required(String),
    label: requiredOrNull(String),
    changes: required(valueOf<AuditFact['changes']>()),
    reason: optional(String),
    /** Position in the log, from 1 without gaps. */
    seq: required(Number),
    previous: required(String),
    hash: required(String),
    receivedAt: required(String),
    traceparent: optional(String),
  },
  [
    // Each position is there once.
    { fields: { seq: 1 }, unique: true },
    { fields: { type: 1, id: 1, seq: 1 } },
    { fields: { 'actor.id': 1, seq: 1 } },
    { fields: { receivedAt: 1 } },
  ],
);

/** Last position of the log. */
export const AUDIT_HEAD = storedCollection('audit_head', {
  _id: oneOf(['head']),
  seq: required(Number),
  hash: required(String),
  /** The records up to this position that were decided together, and are stored in the log next. */
  records: optional(valueOf<readonly AuditRecord[]>()),
  /** The record at this position, in heads of versions that decided one at a time. */
  record: optional(valueOf<AuditRecord>()),
});
