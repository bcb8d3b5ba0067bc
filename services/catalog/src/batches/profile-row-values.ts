import type { Unchecked } from '@vidhi/collections/all.ts';
import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { nameKey } from '@vidhi/contracts/book-import.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import { attributeErrors, validationError, WireError } from '@vidhi/contracts/errors.ts';
import {
  CONTACT_VALUES,
  PROFILE_LISTS,
  PROFILE_VALUES,
  type ContactValue,
  type ProfileListName,
  type ProfileValue,
  type ProfileValues,
} from '@vidhi/contracts/profile-import.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';

/** The lists that rows of profiles name, by attribute: their collection, and one entry in words. */
const LISTS: Readonly<Record<ProfileListName, { collection: string; one: string }>> = {
  Property1: { collection: 'country-state', one: 'state' },
  Property3: { collection: 'state-district', one: 'district' },
  Property2: { collection: 'city', one: 'city' },
  type_of_court: { collection: 'type-of-court', one: 'type of court' },
  PropertyList2: { collection: 'court', one: 'court' },
  PropertyList1: { collection: 'specialization', one: 'practice area' },
  PropertyList3: { collection: 'language', one: 'language' },
};

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const isContact = (name: ProfileValue): name is ContactValue => CONTACT_VALUES.some((one) => one === name);
const fieldsOf = (doc: StoredDocument): Readonly<Record<string, unknown>> =>
  (storedAs(lawyerCollection, doc).contact ?? {}) as Readonly<Record<string, unknown>>;
const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter(Number.isInteger) : []);
const nameOf = (entry: Unchecked<'city'> | undefined): string => textOf(entry?.name);
const keysOf = (names: readonly string[]): string => names.map(nameKey).toSorted().join('\n');

const valueOf = (doc: StoredDocument, name: ProfileValue): string =>
  textOf(isContact(name) ? fieldsOf(doc)[name] : doc[name]);
const namesOf = (model: ReadModel, doc: StoredDocument, name: ProfileListName): string[] =>
  idsOf(doc[name]).map((id) => nameOf(model.get(LISTS[name].collection, id)));

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/** Throws 409 for a profile that has an owner: only the owner, and the desk on behalf of the owner, edit it. */
export function requireUnowned(doc: StoredDocument): void {
  if (storedAs(lawyerCollection, doc).users_permissions_user != null)
    throw conflict('The profile has an owner by now: left as it is');
}

/** Throws 409 where a profile has another value than the one that a row is to change. */
export function requireProfileBefore(
  model: ReadModel,
  doc: StoredDocument,
  { before, values }: { before: ProfileValues; values: ProfileValues },
): void {
  requireUnowned(doc);
  const changed = [
    ...PROFILE_VALUES.filter((name) => name in values && valueOf(doc, name) !== textOf(before[name])),
    ...PROFILE_LISTS.filter(
      (name) => name in values && keysOf(namesOf(model, doc, name)) !== keysOf(before[name] ?? []),
    ),
  ];
  if (changed.length > 0)
    throw conflict(`Changed by somebody since the preview: ${changed.join(', ')}. Please preview again`);
}

/** Throws 400 for a new profile without name or number, and 409 for one whose number another profile has. */
export function requireNewProfile(model: ReadModel, { Title, Identifier }: ProfileValues): void {
  const errors = [
    ...(textOf(Title).trim() === '' ? [{ path: ['Title'], message: 'The name is missing' }] : []),
    ...(enrolmentKey(textOf(Identifier)) === ''
      ? [{ path: ['Identifier'], message: 'The number is missing' }]
      : []),
  ];
  if (errors.length > 0) throw attributeErrors(errors);
  const key = enrolmentKey(textOf(Identifier));
  const profiles = documentsOf(model, lawyerCollection);
  // Reads no long texts, which are on the disk.
  const other = profiles.store
    .order([])
    .documents.find((one) => enrolmentKey(textOf(profiles.read(one, 'Identifier'))) === key);
  if (other !== undefined) throw conflict(`Profile ${other.id} has this number by now. Please preview again`);
}

/** Returns whether a place is in one of these states; true where there are none. */
const isIn = ({ country_state: state }: Unchecked<'city'>, states: readonly number[]): boolean =>
  states.length === 0 || states.includes(Number(state ?? 0));

/** Returns the ids of the entries that a row names. Of places with one name, those in the states of the row are meant. */
function idsNamed(
  model: ReadModel,
  name: ProfileListName,
  wanted: readonly string[],
  states: readonly number[],
): number[] {
  const { collection, one } = LISTS[name];
  const entries = model
    .store(collection)
    .order([])
    .documents.flatMap(({ id }) => model.get(collection, id) ?? []);
  const byName = Map.groupBy(entries, (entry) => nameKey(nameOf(entry)));
  const ids = wanted.map((text) => {
    const named = byName.get(nameKey(text)) ?? [];
    const found = named.find((entry) => isIn(entry, states)) ?? named[0];
    if (found === undefined) throw validationError(`There is no ${one} “${text.trim()}”`);
    return found.id;
  });
  return [...new Set(ids)];
}

/** Returns the attributes to store, in stored form. Throws 400 for a name that no list has. */
export function profileAttributes(
  model: ReadModel,
  values: ProfileValues,
  current: StoredDocument | undefined,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of PROFILE_VALUES) {
    const value = values[name];
    if (value === undefined || isContact(name)) continue;
    result[name] = value === '' ? null : value;
  }
  const contact = CONTACT_VALUES.filter((name) => values[name] !== undefined);
  if (contact.length > 0 || current === undefined)
    Object.assign(result, {
      contact: {
        ...(current === undefined ? {} : fieldsOf(current)),
        ...Object.fromEntries(contact.map((name) => [name, textOf(values[name])])),
      },
    });
  const statesIn = (profile: Unchecked<'lawyer'> = {}): unknown => profile.Property1;
  const statesOf = (): number[] => idsOf(statesIn(result) ?? statesIn(current));
  // States first: places are looked up in them.
  for (const name of PROFILE_LISTS) {
    const wanted = values[name];
    if (wanted !== undefined)
      result[name] = idsNamed(model, name, wanted, name === 'Property1' ? [] : statesOf());
  }
  return result;
}

/** Returns a profile with these attributes and no others. Charge, text and pictures are its owner's to add. */
export function newProfile(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const empty = Object.entries(lawyerCollection.attributes).flatMap(([name, attribute]) => {
    if ('private' in attribute && attribute.private === true) return [];
    const isMany =
      (attribute.type === 'media' && 'multiple' in attribute && attribute.multiple === true) ||
      (attribute.type === 'relation' && attribute.relation === 'manyToMany');
    return [[name, isMany ? [] : null] as const];
  });
  return { ...Object.fromEntries(empty), ...attributes };
}
