import type { WriteContext } from '@vidhi/content-service';
import { isStaff } from '@vidhi/contracts/roles.ts';
import { lastOwnerEdit } from '../desk/review-state.ts';
import { changedLabels } from '../desk/profile-values.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import { sanitizedValues } from '@vidhi/content-service/html.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { storedAs, type StoredOf } from '@vidhi/collections/stored.ts';
import { LAWYER, type DeskEdit } from '@vidhi/collections/catalog/lawyer.ts';
import { lawyerCollection } from './lawyer.ts';
import type { AttributeProblem } from './attribute-problem.ts';
import { decidedBook } from '../books/decided-book.ts';
import { discountProblems } from '../books/discount.ts';
import { isbnProblems } from '../books/isbn-problems.ts';
import { fitContact, importedContact } from '../profiles/contact.ts';
import { importedProfileProblems, profileProblems } from '../profiles/profile-rules.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the edit of which an owner is mailed; nothing for a profile without an owner, or with the same values. */
function mailedEdit(current: StoredDocument, values: Values, edit: Omit<DeskEdit, 'changed'>): Values {
  const changed = changedLabels(current, values);
  const { users_permissions_user: owner } = storedAs(lawyerCollection, current);
  return typeof owner === 'number' && changed.length > 0 ? { desk_edit: { ...edit, changed } } : {};
}

function requireNoProblems(problems: readonly AttributeProblem[]): void {
  if (problems.length > 0) throw attributeErrors(problems);
}

/** Returns the values of a profile with the known fields of its contact alone. */
function withFitContact(values: Values): Partial<StoredOf<typeof lawyerCollection>> {
  const profile = values as Partial<StoredOf<typeof lawyerCollection>>;
  return 'contact' in profile ? { ...profile, contact: fitContact(profile.contact) } : profile;
}

/**
 * Validates and sanitizes the values of an editor's write. Throws a validation error listing every problem. The rules of
 * profiles and of ISBNs apply to an update in `decidedValues`, as they depend on what is stored.
 */
export function editedValues(
  collection: Collection,
  values: Values,
  action: 'create' | 'update',
): Record<string, unknown> {
  const isNewProfile = collection.name === lawyerCollection.name && action === 'create';
  const isBook = collection.name === bookCollection.name;
  const isNewBook = isBook && action === 'create';
  requireNoProblems([
    ...(isBook ? discountProblems(values) : []),
    ...(isNewBook ? isbnProblems(values) : []),
    ...(isNewProfile ? profileProblems(values, new Date()) : []),
  ]);
  const result = sanitizedValues(collection, values);
  if (isNewBook) return { ...decidedBook({}, result, Date.now()) };
  if (!isNewProfile) return result;
  const profile = withFitContact(result);
  return { ...profile, SubCategory2: profile.SubCategory2 ?? LAWYER };
}

/** Validates and sanitizes the values of a row of an import of profiles, which may lack what forms require. */
export function importedRowValues(collection: Collection, values: Values): Record<string, unknown> {
  const problems = [...importedProfileProblems(values, new Date())];
  if (problems.length > 0) throw attributeErrors(problems);
  return withFitContact(sanitizedValues(collection, values));
}

/**
 * Keeps the kind of a profile (lawyer or firm) as it was set on creation, whatever an update sends, and settles the discount
 * of a book with its offer. A write of staff, or of a job that it has begun, puts no profile into the queue of the desk. Throws
 * a validation error for values of a profile that break its rules, and for an ISBN that is none, except those that it has
 * already, and an ISBN that the undo of an import brings back.
 */
export function decidedValues(
  { name }: Collection,
  current: StoredDocument,
  values: Values,
  { request: { principal }, audit }: Pick<WriteContext, 'request' | 'audit'>,
): Values {
  if (name === bookCollection.name) {
    if (audit?.action !== 'undo') requireNoProblems([...isbnProblems(values, current)]);
    return decidedBook(current, values, Date.now());
  }
  if (name !== lawyerCollection.name) return values;
  requireNoProblems([...profileProblems(values, new Date(), current)]);
  const isByStaff = principal !== null && isStaff(principal.role);
  const { desk_edit: deskEdit, ...rest } = values;
  const { SubCategory2 = null } = storedAs(lawyerCollection, current);
  const decided = { ...withFitContact(rest), SubCategory2 };
  return {
    ...decided,
    owner_edit_at: isByStaff ? lastOwnerEdit(current) : null,
    ...(deskEdit === undefined ? {} : mailedEdit(current, decided, deskEdit as Omit<DeskEdit, 'changed'>)),
  };
}

/** Sanitizes an imported document. Unlike `editedValues` it removes an unsafe website link instead of rejecting it. */
export function importedValues(collection: Collection, item: StoredDocument): StoredDocument {
  const result: StoredDocument = { ...sanitizedValues(collection, item), id: item.id };
  if (collection.name !== lawyerCollection.name) return result;
  return { ...result, contact: importedContact(storedAs(lawyerCollection, item).contact) };
}
