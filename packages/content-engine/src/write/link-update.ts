import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Relation } from '../schema/schema.ts';

/**
 * Change of a relation in a patch: computes the links to store from those that the document has when it is stored. The
 * read model of a process may be older than the database, so a list that was computed from the model would drop links
 * that another process added.
 */
export type LinkUpdate = (stored: unknown) => readonly number[] | number | null;

/** Lifts a function over lists of ids to the stored form of a relation, which is a list or one id. */
export function createLinkUpdate(
  { toMany }: Pick<Relation, 'toMany'>,
  change: (ids: readonly number[]) => readonly number[],
): LinkUpdate {
  return (stored) => {
    const ids = change(linkedIds(stored));
    return toMany ? ids : (ids.at(-1) ?? null);
  };
}

/** Returns the ids of a relation in stored form. */
export function linkedIds(stored: unknown): readonly number[] {
  if (typeof stored === 'number') return [stored];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}

const isLinkUpdate = (value: unknown): value is LinkUpdate => typeof value === 'function';

/**
 * Replaces the link updates of a patch by the links that follow from this document. Call it inside the conditional
 * write. Throws a validation error when a position refers to a document that is not linked.
 */
export function resolveLinkUpdates(
  patch: Readonly<Record<string, unknown>>,
  current: StoredDocument,
): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch))
    resolved[name] = isLinkUpdate(value) ? value(current[name]) : value;
  return resolved;
}
