import { catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { TypeReport } from './import-report.ts';

const DOCUMENT = 'application/pdf';

/** Attributes of a type that link to pictures and to nothing else. */
function pictureAttributesOf(uid: string): string[] {
  const attributes = [...newsOwned, ...catalogOwned].find((collection) => collection.uid === uid)?.attributes;
  return Object.entries(attributes ?? {}).flatMap(([name, attribute]) =>
    attribute.type === 'media' && attribute.accepts === undefined ? [name] : [],
  );
}

/**
 * Returns a function that leaves PDF documents out of the picture attributes of a type, where pages would show a broken
 * picture, and adds a note for each.
 */
export function pictureMender(uid: string, files: readonly StoredDocument[], notes: TypeReport['notes']) {
  const documents = new Map(files.filter(({ mime }) => mime === DOCUMENT).map((file) => [file.id, file]));
  const attributes = pictureAttributesOf(uid);
  return (document: StoredDocument): StoredDocument => {
    const mended = { ...document };
    for (const name of attributes) {
      const value = document[name];
      const ids = [value].flat();
      const left = ids.filter((id) => typeof id === 'number' && documents.has(id));
      if (left.length === 0) continue;
      mended[name] = Array.isArray(value) ? ids.filter((id) => !left.includes(id)) : null;
      for (const id of left) {
        const address = String(documents.get(Number(id))?.['url']);
        notes.push({
          id: document.id,
          reason: `${name} was a document, which pages cannot show as a picture: left out, link to ${address} instead`,
        });
      }
    }
    return mended;
  };
}
