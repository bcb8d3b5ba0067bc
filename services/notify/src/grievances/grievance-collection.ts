import type { GrievanceCategory } from '@vidhi/contracts/grievance-categories.ts';
import { GRIEVANCE_STATES, MEASURES, OUTCOMES } from '@vidhi/contracts/grievances.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

const DECISION = part({
  outcome: oneOf(OUTCOMES),
  reason: required(String),
  measure: oneOf(MEASURES),
  /** Article that was corrected or taken down. */
  postId: requiredOrNull(Number),
  at: required(Date),
  /** Account that decided. */
  by: requiredOrNull(Number),
});

/** Grievances about what the site shows. What the register counts stays; everything personal goes. */
export const GRIEVANCES = storedCollection(
  'grievances',
  {
    _id: required(String),
    ...OUTBOX_FIELDS,
    number: required(Number),
    name: required(String),
    email: required(String),
    link: required(String),
    category: required(valueOf<GrievanceCategory>()),
    text: required(String),
    receivedAt: required(Date),
    /** When it is to be decided at the latest. */
    dueAt: required(Date),
    state: oneOf(GRIEVANCE_STATES),
    /** When it was decided, withdrawn or marked as spam. */
    closedAt: optional(Date),
    assignee: optional(Number),
    decision: optional(DECISION),
    /** A ledger row for it is to be added. */
    mailDue: optional(Boolean),
    /** When everything personal was deleted. */
    erasedAt: optional(Date),
  },
  [
    ...OUTBOX_INDEXES,
    { fields: { mailDue: 1 }, sparse: true },
    { fields: { state: 1, dueAt: 1 } },
    { fields: { receivedAt: 1 } },
  ],
);
export type StoredGrievance = StoredDocument<typeof GRIEVANCES>;
