import { catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { TypeReport } from './import-report.ts';

/** Relations of documents of a type to the one of the same type that each is part of. */
function upwardRelationsOf(uid: string): string[] {
  const collection = [...newsOwned, ...catalogOwned].find((one) => one.uid === uid);
  return Object.entries(collection?.attributes ?? {}).flatMap(([name, attribute]) =>
    attribute.type === 'relation' &&
    attribute.relation === 'manyToOne' &&
    attribute.target === collection?.name
      ? [name]
      : [],
  );
}

/**
 * Returns the documents of a type without the links by which one is part of itself, directly or by others; adds a note for each. The
 * rest of such a document is imported.
 */
export function withoutCircular(
  uid: string,
  documents: readonly StoredDocument[],
  notes: TypeReport['notes'],
): readonly StoredDocument[] {
  return upwardRelationsOf(uid).reduce((list, name) => withoutCircularLinks(list, name, notes), documents);
}

function withoutCircularLinks(
  documents: readonly StoredDocument[],
  name: string,
  notes: TypeReport['notes'],
): readonly StoredDocument[] {
  const parents = new Map<unknown, unknown>(documents.map((document) => [document.id, document[name]]));
  const isBelowItself = (id: number): boolean => {
    const passed = new Set<unknown>();
    for (let at = parents.get(id); at !== undefined && at !== null && !passed.has(at); at = parents.get(at)) {
      if (at === id) return true;
      passed.add(at);
    }
    return false;
  };
  return documents.map((document) => {
    if (!isBelowItself(document.id)) return document;
    const { [name]: parent } = document;
    notes.push({
      id: document.id,
      reason: `${name} ${String(parent)} is part of ${document.id} itself: left out`,
    });
    parents.delete(document.id);
    return { ...document, [name]: null };
  });
}
