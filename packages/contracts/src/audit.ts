import { Type, type Static } from 'typebox';
import { CHANNELS } from './actor.ts';

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/**
 * One attribute that a write changed. Personal data and what would be too long have no values; long texts name revisions
 * instead.
 */
export const AuditChange = Type.Object({
  path: Type.String({ minLength: 1 }),
  from: Type.Optional(Scalar),
  to: Type.Optional(Scalar),
});
export type AuditChange = Static<typeof AuditChange>;

const AuditActor = Type.Object({
  /** Id of the account; null for commands of the operator and clients without account. */
  id: Type.Union([Type.Integer(), Type.Null()]),
  role: Type.Union([Type.Integer(), Type.Null()]),
  via: Type.Enum([...CHANNELS]),
  /** Name of the API token. */
  token: Type.Optional(Type.String()),
});

/** A write of a document by somebody: the data of the event `audit.recorded`. */
export const AuditFact = Type.Object({
  at: Type.String(),
  actor: AuditActor,
  /** A verb: create, update, delete, publish, unpublish, ship, refund and so on. */
  action: Type.String({ pattern: '^[a-z_]{1,40}$' }),
  service: Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
  id: Type.String({ minLength: 1 }),
  /** Title or name for people; null where it would be personal data. */
  label: Type.Union([Type.String(), Type.Null()]),
  changes: Type.Array(AuditChange),
  reason: Type.Optional(Type.String()),
});
export type AuditFact = Static<typeof AuditFact>;

/** An entry of the audit log, as `GET /api/audit` returns it. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  at: Type.String(),
  actor: Type.Object({ ...AuditActor.properties, name: Type.Union([Type.String(), Type.Null()]) }),
  action: Type.String(),
  service: Type.String(),
  resource: Type.Object({
    type: Type.String(),
    id: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
  }),
  changes: Type.Array(AuditChange),
  reason: Type.Union([Type.String(), Type.Null()]),
  trace: Type.Union([Type.String(), Type.Null()]),
  hash: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Name of a record in queries of the log. */
export const resourceOf = ({ type, id }: Pick<AuditFact, 'type' | 'id'>): string => `${type}:${id}`;

/** Longest value that an entry has; a longer one is named by revision. */
export const MAX_AUDITED_CHARS = 200;
const MAX_CHANGES = 100;

export const isAuditable = (value: unknown): value is Static<typeof Scalar> =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_AUDITED_CHARS);

interface Compared {
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  names: readonly string[];
  /** Revision after the write. */
  rev: number;
  isPersonal: (name: string) => boolean;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Ids of a relation as text; other lists and objects as they are. */
const toAudited = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'number' || typeof each === 'string')
    ? value.join(', ')
    : (value ?? null);

/** Returns what a write changed. Personal attributes are named, without their values. */
export function auditChanges({ before, after, names, rev, isPersonal }: Compared): AuditChange[] {
  const changed = names.filter((name) => !isSame(before[name], after[name])).slice(0, MAX_CHANGES);
  return changed.map((path) => {
    if (isPersonal(path)) return { path };
    const from = toAudited(before[path]);
    const to = toAudited(after[path]);
    return isAuditable(from) && isAuditable(to)
      ? { path, from, to }
      : { path, from: `rev ${rev - 1}`, to: `rev ${rev}` };
  });
}

/** Request and response of accounts' `POST /internal/audit/known`: which of these events are in the log. */
export const KnownAuditQuery = Type.Object({
  eventIds: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 }),
});
export const KnownAuditResponse = Type.Object({ known: Type.Array(Type.String()) });
export const MAX_AUDIT_QUERY = 500;
