import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import type { Collection } from '@vidhi/content-engine';
import { storedNames, type Values } from './content-document.ts';
import type { RevisionKind, Edit, PackedValues, Revision, WorkingCopy, Editing } from './edit-types.ts';

/** The last edit of a document, by its `editedRev`. */
export interface EditState {
  rev: number;
  by: number | null;
  at: string | null;
}

/** Conditions and name of a write. */
export interface EditOrigin {
  actor?: Actor | undefined;
  /** The write is rejected with `EditedSinceError` if the document has none of these `editedRev`. */
  ifEdited?: readonly number[] | undefined;
  /** The write contains the working copy of this number and removes it, or is rejected with `CopyChangedError`. */
  usesCopy?: number | undefined;
  /** Derived from the change when absent. */
  kind?: RevisionKind | undefined;
  note?: string | undefined;
}

/** Thrown when a document was edited since the client read it. */
export class EditedSinceError extends Error {
  readonly state: EditState;
  /** Attributes that changed since; null where that is not known. */
  readonly changed: readonly string[] | null;

  constructor(state: EditState, changed: readonly string[] | null) {
    super('the document was edited since');
    this.state = state;
    this.changed = changed;
  }
}

/** Thrown when the working copy was changed or removed since the client read it. */
export class CopyChangedError extends Error {
  readonly seq: number;
  readonly copy: WorkingCopy | null;

  constructor({ copySeq = 0, copy = undefined }: Editing = {}) {
    super('the working copy was changed since');
    this.seq = copySeq;
    this.copy = copy ?? null;
  }
}

const MIN_PACKED_BYTES = 2_048;

export function pack(values: Values): PackedValues {
  const json = JSON.stringify(values);
  return json.length > MIN_PACKED_BYTES ? { gzip: gzipSync(json).toString('base64') } : { json };
}

export const unpack = (packed: PackedValues): Values =>
  JSON.parse(
    'json' in packed ? packed.json : gunzipSync(Buffer.from(packed.gzip, 'base64')).toString(),
  ) as Values;

export const editStateOf = ({ rev = 0, edit }: Editing = {}): EditState => ({
  rev,
  by: edit?.by ?? null,
  at: edit?.at ?? null,
});

const UNSEEN = new Set(['createdAt', 'updatedAt']);

/** Names of the stored attributes that a client may see, and that therefore count as edited. */
export const editableNames = (collection: Collection): string[] =>
  storedNames(collection).filter((name) => {
    const attribute = collection.attributes[name];
    return !UNSEEN.has(name) && !(attribute !== undefined && 'private' in attribute);
  });

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export const changedNames = (collection: Collection, before: Values, after: Values): string[] =>
  editableNames(collection).filter((name) => !isSame(before[name], after[name]));

/** Returns the attributes that changed after an `editedRev`; null where the log does not reach back so far. */
export function changedSince({ rev = 0, log = [] }: Editing, base: number): string[] | null {
  const later = log.filter((entry) => entry.rev > base);
  if (base > rev || later.length !== rev - base) return null;
  return [...new Set(later.flatMap(({ changed }) => changed))];
}

/** Throws when a write may not be made on the present state. */
export function requireConditions(
  editing: Editing | undefined,
  { ifEdited, usesCopy }: EditOrigin = {},
): void {
  const state = editStateOf(editing);
  if (ifEdited !== undefined && !ifEdited.includes(state.rev)) {
    const base = Math.max(-1, ...ifEdited);
    throw new EditedSinceError(state, base < 0 ? null : changedSince(editing ?? {}, base));
  }
  if (usesCopy !== undefined && (editing?.copy === undefined || editing.copySeq !== usesCopy))
    throw new CopyChangedError(editing);
}

function kindOf(
  collection: Collection,
  { publishedAt: before }: Values,
  { publishedAt: after }: Values,
  at: Date,
): RevisionKind {
  if (!collection.draftAndPublish) return 'save';
  const [former, present] = [timeOf(before), timeOf(after)];
  if (Number.isNaN(present)) return Number.isNaN(former) ? 'save' : 'unpublish';
  if (present <= at.getTime()) return 'publish';
  return former === present ? 'save' : 'schedule';
}

const MAX_LOG = 50;
/** Saves of one person within this time are one revision, if each names the former one and removes nothing. */
const COALESCED_MS = 5 * 60_000;

/** Returns whether nothing of a value is missing in a later one: the words of a text in their order, the members of a list. */
function keepsAll(former: unknown, present: unknown): boolean {
  if (former === null || former === undefined || former === '') return true;
  if (Array.isArray(former)) return Array.isArray(present) && former.every((one) => present.includes(one));
  if (typeof former !== 'string' || typeof present !== 'string') return false;
  const words = former.split(/\s+/);
  let next = 0;
  for (const word of present.split(/\s+/)) if (word === words[next]) next += 1;
  return next === words.length;
}

export interface PlannedEdit {
  /** Fields of `editing` to set. */
  set: Partial<Editing>;
  /** The superseded values, unless the same person saved them a moment ago, and a working copy that is removed with its document. */
  superseded: readonly Revision[];
  removesCopy: boolean;
}

interface EditedDocument {
  collection: Collection;
  /** Null for a document that is created, or created again where it was removed. */
  before: StoredDocument | null;
  /** Null for a removal. */
  after: StoredDocument | null;
  editing: Editing | undefined;
}

const editableValues = (collection: Collection, doc: Values): Values =>
  Object.fromEntries(editableNames(collection).map((name) => [name, doc[name] ?? null]));

/** The revision of the present values. */
export function presentRevision(
  collection: Collection,
  doc: StoredDocument,
  editing: Editing | undefined,
): Revision {
  const at = typeof doc.updatedAt === 'string' ? doc.updatedAt : new Date(0).toISOString();
  const imported = { rev: 0, at, since: at, by: null, kind: 'import' as const, changed: [] };
  const { rev, ...edit } = editing?.edit ?? imported;
  return { ...edit, rev: String(rev), values: pack(editableValues(collection, doc)) };
}

const HASH_LENGTH = 12;

/** Values that never were those of the document, as a revision beside the edit that they are from. */
export function asideRevision(
  kind: 'conflict' | 'discarded',
  aside: { values: Values; baseRev: number; by: number; at: string; changed: readonly string[] },
): Revision {
  const { values, baseRev, by, at, changed } = aside;
  // The same text is stored once, however often it is sent.
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, HASH_LENGTH);
  const rev = `${baseRev}-${kind === 'conflict' ? 'c' : 'd'}${hash}`;
  return { rev, at, since: at, by, kind, changed, values: pack(values) };
}

/** The text of a working copy that another one replaces, or that is removed, as somebody may miss it. */
export function discardedCopy(
  collection: Collection,
  doc: StoredDocument,
  { values: packed, baseRev, by }: WorkingCopy,
  at: string,
): Revision {
  const values = unpack(packed);
  const changed = changedNames(collection, doc, { ...doc, ...values });
  return asideRevision('discarded', { values, baseRev, by, at, changed });
}

/** Revisions, one or none, with what was typed in a document but not saved. */
function typedIn(collection: Collection, doc: StoredDocument, { copy }: Editing, at: string): Revision[] {
  if (copy === undefined) return [];
  const typed = discardedCopy(collection, doc, copy, at);
  return typed.changed.length === 0 ? [] : [typed];
}

/** Plans what a write adds to the history of its document; null where it changes no attribute. */
export function planEdit(
  { collection, before, after, editing = {} }: EditedDocument,
  origin: EditOrigin,
  now: Date,
): PlannedEdit | null {
  if (before === null)
    return after === null
      ? null
      : { set: firstEdit(collection, after, origin, now, editing), superseded: [], removesCopy: false };
  const removesCopy = editing.copy !== undefined && (after === null || origin.usesCopy !== undefined);
  const changed = after === null ? [] : changedNames(collection, before, after);
  if (after !== null && changed.length === 0 && origin.kind === undefined)
    return removesCopy ? { set: { copySeq: (editing.copySeq ?? 0) + 1 }, superseded: [], removesCopy } : null;
  const at = now.toISOString();
  const rev = (editing.rev ?? 0) + 1;
  const by = origin.actor?.id ?? null;
  const kind = origin.kind ?? (after === null ? 'remove' : kindOf(collection, before, after, now));
  const { edit: former } = editing;
  // Without If-Match the writer may not have seen what it replaces.
  const isContinued =
    origin.ifEdited !== undefined &&
    kind === 'save' &&
    former?.kind === 'save' &&
    former.name === undefined &&
    former.by === by &&
    by !== null &&
    after !== null &&
    changed.every((name) => keepsAll(before[name], after[name])) &&
    now.getTime() - Date.parse(former.since) < COALESCED_MS;
  const edit: Edit = {
    rev,
    at,
    since: isContinued ? former.since : at,
    by,
    kind,
    changed: isContinued ? [...new Set([...former.changed, ...changed])] : changed,
    ...(origin.note === undefined ? {} : { note: origin.note }),
  };
  return {
    set: {
      rev,
      edit,
      log: [...(editing.log ?? []), { rev, changed }].slice(-MAX_LOG),
      ...(removesCopy ? { copySeq: (editing.copySeq ?? 0) + 1 } : {}),
    },
    superseded: isContinued
      ? []
      : [
          presentRevision(collection, before, editing),
          ...(after === null ? typedIn(collection, before, editing, at) : []),
        ],
    removesCopy,
  };
}

/** The history of a document that somebody creates, or creates again where it was removed. */
export function firstEdit(
  collection: Collection,
  after: StoredDocument,
  origin: EditOrigin,
  now: Date,
  former: Editing = {},
): Editing {
  const at = now.toISOString();
  const rev = (former.rev ?? 0) + 1;
  const derived = kindOf(collection, {}, after, now);
  const kind = origin.kind ?? (derived === 'save' ? 'create' : derived);
  const edit = { rev, at, since: at, by: origin.actor?.id ?? null, kind, changed: [] };
  return { rev, edit, log: [{ rev, changed: editableNames(collection) }] };
}

interface EditingUpdate {
  /** Conditions on what the planned edit was computed from and what a write without a new revision may change. */
  filter: Record<string, unknown>;
  $set: Record<string, unknown>;
  $unset: Record<string, ''>;
  $push: Record<string, unknown>;
}

/** Converts a planned edit to the operators of the write that it is part of. */
export function editingUpdate(
  edit: PlannedEdit | null,
  editing: Editing | undefined,
  at: Date,
): EditingUpdate {
  if (edit === null) return { filter: {}, $set: {}, $unset: {}, $push: {} };
  const fields = Object.entries(edit.set).map(([name, value]) => [`editing.${name}`, value] as const);
  const name = editing?.edit?.name;
  return {
    filter: {
      ...(edit.set.edit === undefined ? {} : { 'editing.edit.name': name ?? { $exists: false } }),
      ...(edit.removesCopy ? { 'editing.copySeq': editing?.copySeq } : {}),
    },
    $set: { ...Object.fromEntries(fields), ...(edit.superseded.length === 0 ? {} : { revisionsDue: at }) },
    $unset: edit.removesCopy ? { 'editing.copy': '' } : {},
    $push: edit.superseded.length === 0 ? {} : { 'editing.pending': { $each: edit.superseded } },
  };
}
