import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { cityCollection } from '@vidhi/collections/catalog/places.ts';
import { FIRM } from '@vidhi/collections/catalog/lawyer.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { ProfileQuery, ProfileRow } from '@vidhi/contracts/directory-desk.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { invitationStateOf } from '../invitations/claim-state.ts';
import type { StoredInvitation } from '../invitations/invitation-store.ts';
import type { ProfileReview } from '../profiles/profile-decisions.ts';
import { isQueued, lastOwnerEdit, stateOf, type Review } from './review-state.ts';

export function reviewOf(review: ProfileReview | undefined): Review {
  const decisions = (review?.decisions ?? []).filter(({ action }) => action !== 'edit');
  const last = decisions.at(-1);
  return {
    action: last?.action,
    decidedOn: last?.on,
    approvedOn: review?.approved?.on,
    // A suspended profile is rejected by its other attribute alone.
    hiding: decisions.findLast(({ suspended, action }) => suspended === true || action === 'reject'),
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
  'owner_edit_at',
  'contact',
] as const;

const numberOf = (doc: StoredDocument): string =>
  enrolmentKey(storedAs(lawyerCollection, doc).Identifier ?? '');

/** Data about a profile that is stored besides it. */
interface KnownOfProfile {
  review: ProfileReview | undefined;
  /** Number of documents. */
  evidence: number;
  invitation: StoredInvitation | null;
}

/** The profiles of the model at this moment, with what the desk knows of each. */
export interface ProfileRows {
  rows(known: {
    reviews: ReadonlyMap<number, ProfileReview>;
    evidence: ReadonlyMap<number, number>;
    invitations: ReadonlyMap<number, StoredInvitation>;
  }): ProfileRow[];
  row(doc: StoredDocument, known: KnownOfProfile): ProfileRow;
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
  const byNumber = Map.groupBy(docs, numberOf);
  const now = new Date();

  const isConfirmed = (ownerId: number | null): boolean | null =>
    ownerId === null ? null : users.get(ownerId)?.confirmed === true;
  const cityOf = (ids: readonly number[] | null): string =>
    (ids ?? []).map((id) => cities.get(id)?.name ?? '').join(', ');

  function sameNumber(doc: StoredDocument): StoredDocument[] {
    const key = numberOf(doc);
    return key === '' ? [] : (byNumber.get(key) ?? []).filter(({ id }) => id !== doc.id);
  }

  function present(doc: StoredDocument, { review, evidence, invitation }: KnownOfProfile): ProfileRow {
    const state = stateOf(doc, reviewOf(review));
    const profile = storedAs(lawyerCollection, doc);
    const updatedAt = profile.updatedAt ?? '';
    return {
      id: doc.id,
      title: profile.Title ?? '',
      kind: profile.SubCategory2 === FIRM ? 'firm' : 'lawyer',
      city: cityOf(profile.Property2 ?? null),
      number: profile.Identifier ?? '',
      state,
      waiting_since: isQueued(state) ? lastOwnerEdit(doc) : null,
      updated_at: updatedAt,
      is_confirmed: isConfirmed(profile.users_permissions_user ?? null),
      is_public: profile.is_hidden !== true,
      duplicates: sameNumber(doc).length,
      evidence,
      invitation: invitation === null ? null : invitationStateOf(invitation, doc, now),
    };
  }

  return {
    rows: ({ reviews, evidence, invitations }) =>
      docs.map((doc) =>
        present(doc, {
          review: reviews.get(doc.id),
          evidence: evidence.get(doc.id) ?? 0,
          invitation: invitations.get(doc.id) ?? null,
        }),
      ),
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

/** Returns whether the invitation of a row is in a state; `none` for one without an owner that nobody was invited to. */
const isInvited = (row: ProfileRow, state: NonNullable<ProfileQuery['invitation']>): boolean =>
  state === 'none' ? row.invitation === null && row.is_confirmed === null : row.invitation === state;

/** Returns the rows that a query asks for, in its order. */
export function selectRows(rows: readonly ProfileRow[], query: ProfileQuery): ProfileRow[] {
  const { q = '', state, duplicates, invitation, sort = 'waiting' } = query;
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
    .filter((row) => invitation === undefined || isInvited(row, invitation))
    .toSorted(comparatorOf(sort));
}
