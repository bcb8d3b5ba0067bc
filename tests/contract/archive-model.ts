import { join } from 'node:path';
import { type Collection, createReadModel, type ReadModel } from '@vidhi/content-engine';
import { readArchive } from './archive.ts';
import { storedDocuments, storedFiles, type StoredDocument } from './stored-form.ts';

export const archiveFile = join(import.meta.dirname, 'site-export.tar.gz');

export interface ArchivedSite {
  readonly documents: ReadonlyMap<string, readonly StoredDocument[]>;
  readonly model: ReadModel;
}

/** Resolves with the archive's documents by collection. */
export async function archivedDocuments(
  collections: readonly Collection[],
): Promise<Map<string, readonly StoredDocument[]>> {
  const archive = await readArchive(archiveFile);
  return new Map(
    collections.map((collection) => [
      collection.name,
      collection.uid === 'plugin::upload.file' ? storedFiles(archive) : storedDocuments(archive, collection),
    ]),
  );
}

/** Resolves with a model hydrated from the archive, without any service or engine. */
export async function loadArchivedSite(collections: readonly Collection[]): Promise<ArchivedSite> {
  const documents = await archivedDocuments(collections);
  const model = createReadModel(collections);
  for (const [name, rows] of documents) for (const row of rows) model.upsert(name, row);
  return { documents, model };
}
