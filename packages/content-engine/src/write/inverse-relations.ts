import type { Collection } from '../schema/collection.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { WritePatch } from './validate-write.ts';
import { createLinkUpdate } from './link-update.ts';
import { relationAfter } from './validate-relation.ts';

/** A write of another document, which stores the owning side of a relation that a request body names. */
export interface InverseChange {
  collection: Collection;
  id: number;
  patch: WritePatch;
}

/**
 * Returns the changes of other documents that follow from the inverse relations in a validated body. Each patch holds the
 * whole new relation list, computed from the model.
 */
export function inverseChanges(model: ReadModel, name: string, id: number, data: object): InverseChange[] {
  const { schema } = model.store(name);
  const values = new Map<string, unknown>(Object.entries(data));
  const changes: InverseChange[] = [];
  for (const relation of schema.relations) {
    const { owner, target } = relation;
    if (owner === undefined) continue;
    const store = model.storeOf(target);
    const current = store.sourcesOf(owner, id);
    const after = relationAfter(relation, values.get(relation.name), current);
    if (after === undefined) continue;
    const change = (other: number, links: (ids: readonly number[]) => number[]): void => {
      const patch = { [owner.name]: createLinkUpdate(owner, links) };
      changes.push({ collection: target.collection, id: other, patch });
    };
    const unlink = (ids: readonly number[]): number[] => ids.filter((link) => link !== id);
    const link = (ids: readonly number[]): number[] => (ids.includes(id) ? [...ids] : [...ids, id]);
    for (const other of current) if (!after.includes(other)) change(other, unlink);
    for (const other of after) if (!current.includes(other)) change(other, link);
  }
  return changes;
}
