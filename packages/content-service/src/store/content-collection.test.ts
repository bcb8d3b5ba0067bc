import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import type { Collection } from '@vidhi/content-engine';
import { createConnection, Error } from 'mongoose';
import { expect, it } from 'vitest';
import { contentCollection } from './content-collection.ts';

const STATE = { _id: 1, rev: 1, outbox: [] };

/** Returns the fields of a document that the schema of its collection rejects. */
async function wrongFields(collection: Collection, document: object): Promise<string[]> {
  const { name, schema } = contentCollection(collection);
  const Model = createConnection().model(name, schema);
  const failure: unknown = await new Model({ ...STATE, ...document })
    .validate()
    .catch((error: unknown) => error);
  return failure instanceof Error.ValidationError ? Object.keys(failure.errors) : [];
}

it('requires no attribute: a tombstone has none, and a draft or an imported document may lack any', async () => {
  expect(await wrongFields(lawyerCollection, { removed: true })).toEqual([]);
  expect(await wrongFields(lawyerCollection, { Title: 'A. Rao' })).toEqual([]);
  expect(await wrongFields(siteAdCollection, { title: 'Robes' })).toEqual([]);
});

it('has the values of an enumeration', async () => {
  expect(await wrongFields(siteAdCollection, { type: 'Side Bar' })).toEqual([]);
  expect(await wrongFields(siteAdCollection, { type: 'Roof' })).toEqual(['type']);
});
