import { validationError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Relation } from '../schema/schema.ts';

/** Thrown where the reference responds `Invalid relations`. */
class InvalidRelations extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the ids in a relation value whose existence is checked, unconverted: numbers or digits. */
function idsToCheck(value: unknown): unknown[] {
  const source = sourceOf(value);
  if (!Array.isArray(source)) throw new InvalidRelations();
  return source.map((item: unknown) => {
    if (item === null || Array.isArray(item)) throw new InvalidRelations();
    return isRecord(item) ? item['id'] : item;
  });
}

function sourceOf(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (value['connect'] !== null && value['connect'] !== undefined) return value['connect'];
  if (value['set'] !== null && value['set'] !== undefined) return value['set'];
  return 'id' in value ? [value['id']] : [];
}

function toId(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A relation and its value in a body. */
interface RelationValue {
  relation: Relation;
  value: unknown;
}

/**
 * Returns by uid of the target collection the number of linked ids that the model does not have. Throws
 * `InvalidRelations` for a malformed value.
 */
function countUnknown(model: ReadModel, values: readonly RelationValue[]): [uid: string, unknown: number][] {
  const byTarget = new Map<string, { relation: Relation; ids: Set<unknown> }>();
  for (const { relation, value } of values) {
    if (value === null || value === undefined) continue;
    const { uid } = relation.target.collection;
    const entry = byTarget.get(uid) ?? { relation, ids: new Set() };
    for (const id of idsToCheck(value)) entry.ids.add(id);
    byTarget.set(uid, entry);
  }
  return [...byTarget].map(([uid, { relation, ids }]) => {
    const existing = new Set(
      [...ids].map(toId).filter((id) => id !== undefined && exists(model, relation, id)),
    );
    return [uid, ids.size - existing.size];
  });
}

/** Checks that the documents that a body links to exist. Returns the reference's error message, or null. */
export function checkRelations(model: ReadModel, values: readonly RelationValue[]): string | null {
  try {
    const missing = countUnknown(model, values).find(([, unknown]) => unknown > 0);
    if (missing === undefined) return null;
    const [uid, unknown] = missing;
    return `${unknown} relation(s) of type ${uid} associated with this entity do not exist`;
  } catch (error) {
    if (error instanceof InvalidRelations) return 'Invalid relations';
    throw error;
  }
}

/**
 * Returns whether a body links to documents that the model does not have. They may exist nevertheless: the model is
 * eventually consistent, and the event of a picture that was just uploaded may not have been applied yet.
 */
export function hasUnknownLinks(model: ReadModel, name: string, data: unknown): boolean {
  if (!isRecord(data)) return false;
  const values = model
    .store(name)
    .schema.relations.map((relation) => ({ relation, value: data[relation.name] }));
  try {
    return countUnknown(model, values).some(([, unknown]) => unknown > 0);
  } catch (error) {
    if (error instanceof InvalidRelations) return false;
    throw error;
  }
}

const exists = (model: ReadModel, relation: Relation, id: number): boolean =>
  model.storeOf(relation.target).find(id) !== undefined;

const DOCUMENT = 'application/pdf';

/** Returns why a body links to a file of the wrong kind, or null: a page can show a picture, and offer a document. */
export function findWrongFile(model: ReadModel, relation: Relation, value: unknown): string | null {
  if (relation.accepts === undefined || value === null || value === undefined) return null;
  const files = idsToCheck(value).flatMap((id) => model.get(relation.target.name, toId(id) ?? 0) ?? []);
  const isDocument = ({ mime }: StoredDocument): boolean => mime === DOCUMENT;
  if (relation.accepts === 'documents')
    return files.every(isDocument) ? null : `${relation.name} must be a PDF document`;
  return files.some(isDocument) ? `${relation.name} must be a picture, not a document` : null;
}

interface Connection {
  id: number;
  before?: number | undefined;
  after?: number | undefined;
  atStart: boolean;
}

/** The write of a relation: all ids, or a change of the current ids. */
export type RelationWrite =
  | { kind: 'replace'; ids: number[] }
  | { kind: 'change'; change: (current: readonly number[]) => number[] };

/**
 * Parses the value of a relation in a body; undefined when the body does not change the relation. The change throws 400
 * when a position refers to an id that is not linked.
 */
export function parseRelationWrite(relation: Relation, value: unknown): RelationWrite | undefined {
  if (value === undefined) return undefined;
  const set = replacement(value);
  if (set !== undefined) {
    const ids = toIds(set);
    return { kind: 'replace', ids: relation.toMany ? ids : ids.slice(0, 1) };
  }
  if (!isRecord(value)) return undefined;
  // Media attributes accept only replacement values: the reference clears one on `connect`.
  if (relation.kind === 'media') return { kind: 'replace', ids: [] };
  const connections = listOf(value['connect']).map(toConnection);
  const removed = new Set(toIds(value['disconnect']));
  if (connections.length === 0 && removed.size === 0) return undefined;
  const last = connections.at(-1);
  return {
    kind: 'change',
    change(current) {
      const remaining = current.filter((id) => !removed.has(id));
      if (relation.toMany) return connect(remaining, connections);
      return last === undefined ? remaining : [last.id];
    },
  };
}

/** Returns the linked ids after a write, in order; undefined when the body does not change the relation. */
export function relationAfter(
  relation: Relation,
  value: unknown,
  current: readonly number[],
): number[] | undefined {
  const write = parseRelationWrite(relation, value);
  return write?.kind === 'change' ? write.change(current) : write?.ids;
}

/** Returns the new value of a body that replaces the relation (`set`, a list, an id or null); undefined for the others. */
function replacement(value: unknown): unknown {
  if (value === null) return [];
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'number') return value;
  if (!isRecord(value)) return undefined;
  if ('id' in value) return [value];
  return value['set'] === null || value['set'] === undefined ? undefined : value['set'];
}

const listOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);

function idOf(item: unknown): number {
  const id = toId(isRecord(item) ? item['id'] : item);
  if (id === undefined)
    throw validationError(`Invalid id, expected a string or integer, got ${String(item)}`);
  return id;
}

const toIds = (value: unknown): number[] => [...new Set(listOf(value).map(idOf))];

function toConnection(item: unknown): Connection {
  const id = idOf(item);
  const position = isRecord(item) && isRecord(item['position']) ? item['position'] : {};
  const { before, after, start } = position;
  return { id, before: toId(before), after: toId(after), atStart: start === true };
}

/** Inserts each connection at its position; those relative to another connection are inserted after that one. */
function connect(current: readonly number[], connections: readonly Connection[]): number[] {
  const ids = [...current];
  const pending = [...connections];
  while (pending.length > 0) {
    const at = pending.findIndex(({ before, after }) => {
      const neighbour = before ?? after;
      return (
        neighbour === undefined || (ids.includes(neighbour) && !pending.some(({ id }) => id === neighbour))
      );
    });
    const [next] = pending.splice(at, 1);
    if (next === undefined || at === -1) {
      const { id, before, after } = next ?? { id: 0, before: undefined, after: undefined };
      throw validationError(
        `There was a problem connecting relation with id ${id}. The relation with id ${String(before ?? after)} needs to be connected first.`,
      );
    }
    const previous = ids.indexOf(next.id);
    if (previous !== -1) ids.splice(previous, 1);
    ids.splice(insertionIndex(ids, next), 0, next.id);
  }
  return ids;
}

function insertionIndex(ids: readonly number[], { before, after, atStart }: Connection): number {
  if (before !== undefined) return ids.indexOf(before);
  if (after !== undefined) return ids.indexOf(after) + 1;
  return atStart ? 0 : ids.length;
}
