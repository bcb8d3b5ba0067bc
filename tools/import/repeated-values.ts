import { catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { TypeReport } from './import-report.ts';

/** Attributes of accounts that only one may have. */
const OF_ACCOUNTS = ['email', 'username'];

function uniqueAttributesOf(uid: string): string[] {
  if (uid === userCollection.uid) return OF_ACCOUNTS;
  const attributes = [...newsOwned, ...catalogOwned].find((collection) => collection.uid === uid)?.attributes;
  return Object.entries(attributes ?? {}).flatMap(([name, attribute]) =>
    'unique' in attribute && attribute.unique === true ? [name] : [],
  );
}

/** Returns a value as it is compared: that of an account in lower case; undefined where there is none. */
function comparable(uid: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  return uid === userCollection.uid ? String(value).trim().toLowerCase() : value;
}

/**
 * Returns the documents of a type without those that repeat a value that must be unique, of which the service would store the first
 * alone; adds the others to `skipped`, so that a dry run, which stores none, reports them too.
 */
export function withoutRepeated(
  uid: string,
  documents: readonly StoredDocument[],
  skipped: TypeReport['skipped'],
): StoredDocument[] {
  const unique = uniqueAttributesOf(uid).map((name) => ({ name, owners: new Map<unknown, number>() }));
  return documents.filter((document) => {
    const values = unique.flatMap(({ name, owners }) => {
      const value = comparable(uid, document[name]);
      return value === undefined ? [] : [{ name, owners, value }];
    });
    const repeated = values.find(({ owners, value }) => owners.has(value));
    if (repeated === undefined) {
      for (const { owners, value } of values) owners.set(value, document.id);
      return true;
    }
    const { name, owners, value } = repeated;
    skipped.push({ id: document.id, reason: `its ${name} is that of ${owners.get(value)}` });
    return false;
  });
}

const POSTS = 'api::post.post';
/** Attributes that name the page of a document. */
const PAGE_NAMES: Readonly<Record<string, string>> = {
  [POSTS]: 'slug',
  'api::category.category': 'slug',
  'api::tag.tag': 'slug',
  'api::hosted-page.hosted-page': 'name',
};
const UNFIT = /[\p{Cc}/\\?#%]/u;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Adds a note for each document that has no page, as its name is missing or no segment of an address, and for articles
 * without a title.
 */
export function noteUnreachable(
  uid: string,
  documents: readonly StoredDocument[],
  notes: TypeReport['notes'],
): void {
  const attribute = PAGE_NAMES[uid];
  if (attribute === undefined) return;
  for (const { id, [attribute]: value, title } of documents) {
    const name = textOf(value);
    if (uid === POSTS && textOf(title) === '')
      notes.push({ id, reason: 'has no title, and so no page: give it one' });
    if (name === '') notes.push({ id, reason: `has no ${attribute}, and so no page: give it one` });
    else if (UNFIT.test(name))
      notes.push({ id, reason: `its ${attribute} is no address of a page: give it another one` });
  }
}
