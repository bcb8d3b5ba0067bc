import { validationError } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Relation } from '../schema/schema.ts';

/** Thrown where the reference says `Invalid relations`. */
class InvalidRelations extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ids of a body's relation whose existence is checked, as given: numbers or digits. */
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

interface GivenRelation {
  relation: Relation;
  value: unknown;
}

/** How many of the given ids are unknown, by uid of their collection. Throws when a relation cannot be read. */
function countUnknown(model: ReadModel, given: readonly GivenRelation[]): [uid: string, unknown: number][] {
  const byTarget = new Map<string, { relation: Relation; ids: Set<unknown> }>();
  for (const { relation, value } of given) {
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

/** What is wrong with the relations of a body: null, or the one message that the reference gives. */
export function checkRelations(model: ReadModel, given: readonly GivenRelation[]): string | null {
  try {
    const missing = countUnknown(model, given).find(([, unknown]) => unknown > 0);
    if (missing === undefined) return null;
    const [uid, unknown] = missing;
    return `${unknown} relation(s) of type ${uid} associated with this entity do not exist`;
  } catch (error) {
    if (error instanceof InvalidRelations) return 'Invalid relations';
    throw error;
  }
}

/**
 * Whether a body links documents that the model does not have. They may exist all the same: a model follows events, and
 * a picture that was uploaded a moment ago may not have come yet.
 */
export function hasUnknownLinks(model: ReadModel, name: string, data: unknown): boolean {
  if (!isRecord(data)) return false;
  const given = model
    .store(name)
    .schema.relations.map((relation) => ({ relation, value: data[relation.name] }));
  try {
    return countUnknown(model, given).some(([, unknown]) => unknown > 0);
  } catch (error) {
    if (error instanceof InvalidRelations) return false;
    throw error;
  }
}

const exists = (model: ReadModel, relation: Relation, id: number): boolean =>
  model.storeOf(relation.target).find(id) !== undefined;

interface Connection {
  id: number;
  before?: number | undefined;
  after?: number | undefined;
  atStart: boolean;
}

/** What a body does to a relation: the whole list of ids, or a change of the ids that are linked. */
export type RelationWrite =
  | { kind: 'replace'; ids: number[] }
  | { kind: 'change'; change: (current: readonly number[]) => number[] };

/**
 * Parses the value of a relation in a body; undefined when the body leaves the relation as it is. The change throws a
 * validation error when a position refers to an id that is not linked.
 */
export function relationWrite(relation: Relation, value: unknown): RelationWrite | undefined {
  if (value === undefined) return undefined;
  const set = replacement(value);
  if (set !== undefined) {
    const ids = toIds(set);
    return { kind: 'replace', ids: relation.toMany ? ids : ids.slice(0, 1) };
  }
  if (!isRecord(value)) return undefined;
  // The reference clears a picture that it is told to connect: only whole values are known there.
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

/** The ids that a relation has after a write; undefined when the body leaves it as it is. */
export function relationAfter(
  relation: Relation,
  value: unknown,
  current: readonly number[],
): number[] | undefined {
  const write = relationWrite(relation, value);
  return write?.kind === 'change' ? write.change(current) : write?.ids;
}

/** The whole list that a body gives, in any of the forms that replace; undefined for the others. */
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

/** Puts each connection where it wants to be; those that refer to others of the list wait for them. */
function connect(current: readonly number[], connections: readonly Connection[]): number[] {
  const ids = [...current];
  const waiting = [...connections];
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ before, after }) => {
      const neighbour = before ?? after;
      return (
        neighbour === undefined || (ids.includes(neighbour) && !waiting.some(({ id }) => id === neighbour))
      );
    });
    const [next] = waiting.splice(at, 1);
    if (next === undefined || at === -1) {
      const { id, before, after } = next ?? { id: 0, before: undefined, after: undefined };
      throw validationError(
        `There was a problem connecting relation with id ${id}. The relation with id ${String(before ?? after)} needs to be connected first.`,
      );
    }
    const known = ids.indexOf(next.id);
    if (known !== -1) ids.splice(known, 1);
    ids.splice(placeOf(ids, next), 0, next.id);
  }
  return ids;
}

function placeOf(ids: readonly number[], { before, after, atStart }: Connection): number {
  if (before !== undefined) return ids.indexOf(before);
  if (after !== undefined) return ids.indexOf(after) + 1;
  return atStart ? 0 : ids.length;
}
