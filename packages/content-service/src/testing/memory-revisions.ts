import type { Collection } from '@vidhi/content-engine';
import type { Revision } from '../store/edit-types.ts';
import { byRev, type Revisions } from '../store/revisions.ts';

/** Revisions in memory for tests. */
export function memoryRevisions(): Revisions {
  const stored = new Map<string, { name: string; id: number; revision: Revision }>();
  const keyOf = ({ name }: Collection, id: number, rev: string): string => `${name}:${id}:${rev}`;
  return {
    async add(collection, revisions) {
      for (const [id, ofDocument] of revisions)
        for (const revision of ofDocument) {
          const key = keyOf(collection, id, revision.rev);
          if (!stored.has(key)) stored.set(key, { name: collection.name, id, revision });
        }
    },
    async list({ name }, id) {
      const own = [...stored.values()].filter((one) => one.name === name && one.id === id);
      return own.map(({ revision: { values: _values, ...entry } }) => entry).sort(byRev);
    },
    find: async (collection, id, rev) => stored.get(keyOf(collection, id, rev))?.revision ?? null,
    async rename(collection, id, rev, { name, note }) {
      const found = stored.get(keyOf(collection, id, rev));
      if (found === undefined) return false;
      const { name: _name, note: _note, ...revision } = found.revision;
      found.revision = {
        ...revision,
        ...(name === null ? {} : { name }),
        ...(note === null ? {} : { note }),
      };
      return true;
    },
    async remove(collection, id, revs) {
      for (const rev of revs) stored.delete(keyOf(collection, id, rev));
    },
    async forget({ name }, id) {
      for (const [key, one] of stored) if (one.name === name && one.id === id) stored.delete(key);
    },
    async eachAged(before, use) {
      const aged = [...stored.values()].filter(({ revision }) => Date.parse(revision.at) < before.getTime());
      const documents = new Map(aged.map(({ name, id }) => [`${name}:${id}`, { name, id }]));
      for (const { name, id } of documents.values()) await use(name, id);
    },
  };
}
