import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { cityCollection } from '@vidhi/collections/catalog/places.ts';
import { FIRM } from '@vidhi/collections/catalog/lawyer.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { ProfileQuery, ProfileRow } from '@vidhi/contracts/directory-desk.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { ProfileReview } from '../profiles/profile-decisions.ts';
import { enrolmentKey } from './enrolment-number.ts';
import { isQueued, stateOf, type Review } from './review-state.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function reviewOf(review: ProfileReview | undefined): Review {
  const last = review?.decisions.at(-1);
  return {
    action: last?.action,
    decidedOn: last?.on,
    approvedOn: review?.approved?.on,
    hiding: review?.decisions.findLast(({ suspended }) => suspended === true),
  };
}

/** Attributes that rows show or follow from: no long text, which would be read from the disk for each profile. */
const READ = [
  'Title',
  'SubCategory2',
  'Identifier',
  'Property2',
  'users_permissions_user',
  'made_by_owner',
  'approved',
  'suspended',
  'is_hidden',
  'updatedAt',
] as const;

/** The profiles of the model at this moment, with what the desk knows of each. */
export interface ProfileRows {
  rows(reviews: ReadonlyMap<number, ProfileReview>): ProfileRow[];
  row(doc: StoredDocument, review: ProfileReview): ProfileRow;
  /** Other profiles with the same number. */
  sameNumber(doc: StoredDocument): StoredDocument[];
}

/** Reads all profiles once: the result is for one request. */
export function readProfileRows(model: ReadModel): ProfileRows {
  const profiles = documentsOf(model, lawyerCollection);
  const users = documentsOf(model, userCollection);
  const cities = documentsOf(model, cityCollection);
  const docs: StoredDocument[] = profiles.store.order([]).documents.map((document) => ({
    ...Object.fromEntries(READ.map((name) => [name, profiles.read(document, name)])),
    id: document.id,
  }));
  const byNumber = Map.groupBy(docs, (doc) => enrolmentKey(textOf(doc['Identifier'])));

  function isConfirmed(ownerId: unknown): boolean | null {
    if (typeof ownerId !== 'number') return null;
    return users.get(ownerId)?.confirmed === true;
  }
  const cityOf = ({ Property2: ids }: StoredDocument): string =>
    Array.isArray(ids) ? ids.map((id: number) => textOf(cities.get(id)?.name)).join(', ') : '';

  function sameNumber({ id, Identifier: number }: StoredDocument): StoredDocument[] {
    const key = enrolmentKey(textOf(number));
    return key === '' ? [] : (byNumber.get(key) ?? []).filter((other) => other.id !== id);
  }

  function present(doc: StoredDocument, review: ProfileReview | undefined): ProfileRow {
    const state = stateOf(doc, reviewOf(review));
    return {
      id: doc.id,
      title: textOf(doc['Title']),
      kind: doc['SubCategory2'] === FIRM ? 'firm' : 'lawyer',
      city: cityOf(doc),
      number: textOf(doc['Identifier']),
      state,
      waiting_since: isQueued(state) ? textOf(doc.updatedAt) : null,
      updated_at: textOf(doc.updatedAt),
      is_confirmed: isConfirmed(doc['users_permissions_user']),
      is_public: doc['is_hidden'] !== true,
      duplicates: sameNumber(doc).length,
    };
  }

  return {
    rows: (reviews) => docs.map((doc) => present(doc, reviews.get(doc.id))),
    row: present,
    sameNumber,
  };
}

const COLLATOR = new Intl.Collator('en-IN');
const normalize = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** Returns how two rows are ordered; those that do not wait come last. */
function comparatorOf(sort: string): (a: ProfileRow, b: ProfileRow) => number {
  const direction = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace('-', '');
  const byTitle = (a: ProfileRow, b: ProfileRow): number => COLLATOR.compare(a.title, b.title) || a.id - b.id;
  if (name === 'title') return (a, b) => direction * byTitle(a, b);
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  if (name === 'updated') return (a, b) => direction * compare(a.updated_at, b.updated_at) || a.id - b.id;
  return (a, b) => {
    if (a.waiting_since === null || b.waiting_since === null)
      return Number(a.waiting_since === null) - Number(b.waiting_since === null) || byTitle(a, b);
    return direction * compare(a.waiting_since, b.waiting_since) || a.id - b.id;
  };
}

/** Returns the rows that a query asks for, in its order. */
export function selectRows(rows: readonly ProfileRow[], query: ProfileQuery): ProfileRow[] {
  const { q = '', state, duplicates, sort = 'waiting' } = query;
  const text = normalize(q);
  const key = enrolmentKey(q);
  return rows
    .filter(
      (row) =>
        text === '' ||
        normalize(row.title).includes(text) ||
        normalize(row.number).includes(text) ||
        (key !== '' && enrolmentKey(row.number) === key),
    )
    .filter((row) => state === undefined || (state === 'queue' ? isQueued(row.state) : row.state === state))
    .filter((row) => duplicates === undefined || row.duplicates > 0)
    .toSorted(comparatorOf(sort));
}
