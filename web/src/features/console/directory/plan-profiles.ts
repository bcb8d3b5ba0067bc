import { LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { nameKey } from '@vidhi/contracts/book-import.ts';
import { toCsv, type CsvFile } from '@vidhi/contracts/csv.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import type { ProfileBatchRow } from '@vidhi/contracts/profile-batches.ts';
import type { ProfileValues } from '@vidhi/contracts/profile-import.ts';
import type { ImportPlan, RowChange, RowFault } from '../batches/import-plan.ts';
import { compareNames, planFile } from '../batches/plan-file.ts';
import {
  ATTRIBUTES,
  cellText,
  columnOf,
  COLUMNS,
  LISTS,
  readValue,
  type ColumnName,
  type ListColumn,
  type ValueColumn,
} from './profile-columns.ts';

/** A profile as the API lists it. */
export interface StoredProfile {
  id: number;
  hasOwner: boolean;
  values: Readonly<Record<ValueColumn, string | null>>;
  /** Names. */
  lists: Readonly<Record<ListColumn, readonly string[]>>;
}

/** The directory that a file is compared with. */
export interface KnownProfiles {
  profiles: readonly StoredProfile[];
  /** Every name of a list. */
  names: Readonly<Record<ListColumn, readonly string[]>>;
}

/** Columns by which profiles are found. */
const KEYS = ['name', 'number', 'id'] as const;
const REQUIRED: readonly ValueColumn[] = ['name', 'number'];
const VALUE_COLUMNS = Object.keys(ATTRIBUTES) as ValueColumn[];
const LIST_COLUMNS = Object.keys(LISTS) as ListColumn[];
const ONE: Readonly<Record<ListColumn, string>> = {
  states: 'state',
  districts: 'district',
  cities: 'city',
  'types of court': 'type of court',
  courts: 'court',
  'practice areas': 'practice area',
  languages: 'language',
};

type Cells = ReadonlyMap<ColumnName, string>;

interface Index {
  byId: ReadonlyMap<number, StoredProfile>;
  byNumber: ReadonlyMap<string, readonly StoredProfile[]>;
  byEmail: ReadonlyMap<string, readonly StoredProfile[]>;
  names: Readonly<Record<ListColumn, ReadonlySet<string>>>;
}

const emailKey = (text: string | null): string => (text ?? '').trim().toLowerCase();
const nameOf = ({ id, values }: StoredProfile): string => `Profile ${id}, “${values.name ?? ''}”,`;

function indexOf({ profiles, names }: KnownProfiles): Index {
  const byNumber = Map.groupBy(profiles, ({ values }) => enrolmentKey(values.number ?? ''));
  const byEmail = Map.groupBy(profiles, ({ values }) => emailKey(values.email));
  byNumber.delete('');
  byEmail.delete('');
  const keys = LIST_COLUMNS.map((column) => [column, new Set(names[column].map(nameKey))] as const);
  return {
    byId: new Map(profiles.map((profile) => [profile.id, profile])),
    byNumber,
    byEmail,
    names: Object.fromEntries(keys) as unknown as Index['names'],
  };
}

/** Finds the profile that a row is about: by its id, or by its number in any form. */
function findProfile(cells: Cells, { byId, byNumber }: Index): StoredProfile | null | RowFault {
  const id = cells.get('id') ?? '';
  const same = byNumber.get(enrolmentKey(cells.get('number') ?? '')) ?? [];
  if (id === '') {
    if (same.length <= 1) return same[0] ?? null;
    return {
      column: 'number',
      message: `Profiles ${same.map((one) => one.id).join(' and ')} have this number: give the id of the one that is meant`,
    };
  }
  const profile = /^\d{1,15}$/.test(id) ? byId.get(Number(id)) : undefined;
  if (profile === undefined)
    return { column: 'id', message: `There is no profile ${id}. Leave it empty for a new one` };
  const other = same.find((one) => one.id !== profile.id);
  return other === undefined ? profile : { column: 'number', message: `${nameOf(other)} has this number` };
}

/** Returns the values of a row that differ from those of its profile, and what is wrong with them. */
function compareValues(cells: Cells, profile: StoredProfile | null, faults: RowFault[]) {
  const changes: RowChange[] = [];
  const values: ProfileValues = {};
  const before: ProfileValues = {};
  const set = (column: ValueColumn, value: string | null): void => {
    const stored = profile?.values[column] ?? null;
    changes.push({ column, from: cellText(column, stored), to: cellText(column, value) });
    before[ATTRIBUTES[column]] = stored;
    values[ATTRIBUTES[column]] = value;
  };
  for (const column of VALUE_COLUMNS) {
    const text = cells.get(column) ?? '';
    const stored = profile?.values[column] ?? null;
    if (text === '') {
      if (REQUIRED.includes(column) && (profile === null || cells.has(column)))
        faults.push({ column, message: `The ${column} is missing` });
      else if (column === 'kind' && profile === null) set(column, LAWYER);
      else if (column !== 'kind' && cells.has(column) && (stored ?? '') !== '') set(column, null);
      continue;
    }
    // A value of the directory that stays as it is may be older than the check.
    if (text === cellText(column, stored)) continue;
    const read = readValue(column, text);
    if ('message' in read) faults.push({ column, message: read.message });
    else if (column === 'kind' && profile !== null && read.value !== stored)
      faults.push({ column, message: 'A profile stays what it is, a lawyer’s or a firm’s' });
    else if (read.value !== stored) set(column, read.value);
  }
  return { changes, values, before };
}

/** Returns hints to other profiles with the address of a row: an account has one profile. */
function addressNotes(email: string, profile: StoredProfile | null, { byEmail }: Index): string[] {
  const others = (byEmail.get(emailKey(email)) ?? []).filter(({ id }) => id !== profile?.id);
  return others.map(
    (other) => `${nameOf(other)} has this e-mail address, too. One account can claim one profile.`,
  );
}

/** Compares a file with the directory. Changes nothing. */
export function planProfiles(file: CsvFile, known: KnownProfiles): ImportPlan<ProfileBatchRow> {
  const index = indexOf(known);
  /** The first row of each address of the file. */
  const addresses = new Map<string, number>();
  function addressNotesOf(number: number, email: string, profile: StoredProfile | null): string[] {
    if (email === '') return [];
    const earlier = addresses.get(emailKey(email));
    if (earlier !== undefined)
      return [
        `Row ${earlier} has this e-mail address, too. One account can claim one profile.`,
        ...addressNotes(email, profile, index),
      ];
    addresses.set(emailKey(email), number);
    return addressNotes(email, profile, index);
  }

  const plan = planFile<ColumnName, StoredProfile, ProfileValues>(file, {
    one: 'profile',
    columnOf,
    keys: KEYS,
    find: (cells) => findProfile(cells, index),
    namesOf(cells, profile) {
      const key = enrolmentKey(cells.get('number') ?? '');
      return [
        ...(profile === null ? [] : [`profile ${profile.id}`]),
        ...(key === '' ? [] : [`number ${key}`]),
      ];
    },
    titleOf: (cells, profile) => cells.get('name') || profile?.values.name || cells.get('number') || '',
    compare({ number, cells, stored, faults }) {
      if (stored?.hasOwner === true)
        faults.push({
          column: null,
          message: `${nameOf(stored)} has an owner: an import does not change it. Edit it for the owner`,
        });
      const compared = compareValues(cells, stored, faults);
      const listed = compareNames(
        cells,
        {
          attributes: LISTS,
          stored: stored?.lists,
          isKnown: (column, name) => index.names[column].has(nameKey(name)),
          faultOf: (column, unknown) =>
            `There is no ${ONE[column]} ${unknown.map((name) => `“${name}”`).join(' or ')}. Correct it, or add it to the lists for profiles first`,
        },
        faults,
      );
      return {
        changes: [...compared.changes, ...listed.changes],
        before: { ...compared.before, ...listed.before },
        values: { ...compared.values, ...listed.values },
        notes: addressNotesOf(number, cells.get('email') ?? '', stored),
      };
    },
  });
  return { ...plan, created: [] };
}

const EXAMPLE: Readonly<Partial<Record<ColumnName, string>>> = {
  kind: 'lawyer',
  name: 'Adv. Asha Rao',
  qualification: 'B.A., LL.B.',
  number: 'MAH/1234/2010',
  'in practice since': '15/06/2010',
  email: 'asha.rao@example.in',
  phone: '9876543210',
  address: '1 High Court Road, Pune',
};

/** The first row of a file, and an example below it. */
export const templateCsv = (): string =>
  toCsv([[...COLUMNS], COLUMNS.map((column) => EXAMPLE[column] ?? '')]);
