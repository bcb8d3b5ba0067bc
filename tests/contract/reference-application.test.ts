import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newsCollections } from '../../services/news/src/collections/news-collections.ts';
import { readArchive, type Archive } from './archive.ts';
import { fromArchiveSchema, referenceApplication, toContentType } from './reference-application.ts';
import { referenceCollections } from './sides.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await readArchive(join(import.meta.dirname, 'site-export.tar.gz'));
});

describe('the reference application', () => {
  const declared = referenceCollections;

  it.each(declared.map((collection) => [collection.uid, collection] as const))(
    'declares %s exactly as the archive was exported',
    (uid, collection) => {
      const schema = archive.schemas.find((one) => one.uid === uid);
      expect(schema).toBeDefined();
      if (schema === undefined) return;
      expect(JSON.stringify(toContentType(collection, newsCollections))).toBe(
        JSON.stringify(fromArchiveSchema(schema)),
      );
    },
  );

  it('takes undeclared content types from the archive, so that the archive can be imported', () => {
    const files = referenceApplication(referenceCollections, archive.schemas);
    const types = Object.keys(files).filter((path) => path.endsWith('schema.json'));
    const exported = archive.schemas.filter(({ uid }) => uid.startsWith('api::'));
    expect(types).toHaveLength(exported.length);
    expect(files['src/api/book/content-types/book/schema.json']).toContain('"author_names"');
  });
});
