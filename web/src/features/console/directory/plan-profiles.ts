import { LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { nameKey } from '@vidhi/contracts/book-import.ts';
import { toCsv, type CsvFile } from '@vidhi/contracts/csv.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import type { ProfileBatchRow } from '@vidhi/contracts/profile-batches.ts';
import type { ProfileValues } from '@vidhi/contracts/profile-import.ts';
import {
  readHeading,
  type ImportPlan,
  type RowChange,
  type RowFault,
  type RowPlan,
} from '../batches/import-plan.ts';
import { readNames, SEPARATOR } from '../books/import-columns.ts';
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

function compareLists(cells: Cells, profile: StoredProfile | null, { names }: Index, faults: RowFault[]) {
  const changes: RowChange[] = [];
  const lists: ProfileValues = {};
  const stored: ProfileValues = {};
  const list = (of: readonly string[]): string => of.join(` ${SEPARATOR} `);
  const keys = (of: readonly string[]): string => of.map(nameKey).toSorted().join('\n');
  for (const column of LIST_COLUMNS) {
    const text = cells.get(column);
    if (text === undefined) continue;
    const wanted = readNames(text);
    const before = profile?.lists[column] ?? [];
    if (keys(wanted) === keys(before)) continue;
    const unknown = wanted.filter((name) => !names[column].has(nameKey(name)));
    if (unknown.length > 0) {
      const all = unknown.map((name) => `“${name}”`).join(' or ');
      faults.push({
        column,
        message: `There is no ${ONE[column]} ${all}. Correct it, or add it to the lists for profiles first`,
      });
      continue;
    }
    changes.push({ column, from: list(before), to: list(wanted) });
    stored[LISTS[column]] = before;
    lists[LISTS[column]] = wanted;
  }
  return { changes, lists, stored };
}

/** Returns hints to other profiles with the address of a row: an account has one profile. */
function addressNotes(email: string, profile: StoredProfile | null, { byEmail }: Index): string[] {
  const others = (byEmail.get(emailKey(email)) ?? []).filter(({ id }) => id !== profile?.id);
  return others.map(
    (other) => `${nameOf(other)} has this e-mail address, too. One account can claim one profile.`,
  );
}

function kindOf(
  faults: readonly RowFault[],
  profile: StoredProfile | null,
  changes: readonly RowChange[],
): RowPlan<unknown>['kind'] {
  if (faults.length > 0) return 'failed';
  if (profile === null) return 'new';
  return changes.length > 0 ? 'changed' : 'same';
}

/** Compares a file with the directory. Changes nothing. */
export function planProfiles(file: CsvFile, known: KnownProfiles): ImportPlan<ProfileBatchRow> {
  const [first, ...rest] = file.rows;
  const { columns, ignored, problem } = readHeading(first, columnOf, KEYS);
  if (problem !== null || file.problem !== null)
    return { rows: [], problem: file.problem ?? problem, ignored, created: [] };
  const index = indexOf(known);
  /** The first row of each profile of the file, and of each address. */
  const seen = new Map<string, number>();
  const rows = rest.map(({ number, cells: texts }): RowPlan<ProfileBatchRow> => {
    const cells: Cells = new Map(
      columns.flatMap((column, at) => (column === null ? [] : [[column, (texts[at] ?? '').trim()] as const])),
    );
    const found = findProfile(cells, index);
    const faults: RowFault[] = [];
    const profile = found !== null && 'message' in found ? null : found;
    if (found !== null && 'message' in found) faults.push(found);
    if (profile?.hasOwner === true)
      faults.push({
        column: null,
        message: `${nameOf(profile)} has an owner: an import does not change it. Edit it for the owner`,
      });
    const key = enrolmentKey(cells.get('number') ?? '');
    const same = [
      ...(profile === null ? [] : [`profile ${profile.id}`]),
      ...(key === '' ? [] : [`number ${key}`]),
    ];
    const double = same.map((name) => seen.get(name)).find((row) => row !== undefined);
    if (double !== undefined)
      faults.push({ column: null, message: `Row ${double} is about the same profile` });
    for (const name of same) if (!seen.has(name)) seen.set(name, number);
    const compared = compareValues(cells, profile, faults);
    const listed = compareLists(cells, profile, index, faults);
    if (texts.slice(columns.length).some((text) => text.trim() !== ''))
      faults.push({ column: null, message: 'The row has more cells than the first row' });
    const email = cells.get('email') ?? '';
    const earlier = email === '' ? undefined : seen.get(`email ${emailKey(email)}`);
    if (email !== '' && earlier === undefined) seen.set(`email ${emailKey(email)}`, number);
    const notes = [
      ...(earlier === undefined
        ? []
        : [`Row ${earlier} has this e-mail address, too. One account can claim one profile.`]),
      ...(email === '' ? [] : addressNotes(email, profile, index)),
    ];
    const changes = [...compared.changes, ...listed.changes];
    return {
      number,
      title: cells.get('name') || (profile?.values.name ?? '') || (cells.get('number') ?? ''),
      kind: kindOf(faults, profile, changes),
      id: profile?.id ?? null,
      changes,
      faults,
      notes,
      write: {
        row: number,
        id: profile?.id ?? null,
        before: profile === null ? {} : { ...compared.before, ...listed.stored },
        values: { ...compared.values, ...listed.lists },
      },
    };
  });
  return {
    rows,
    problem: rows.length === 0 ? 'The file has no rows below the first one' : null,
    ignored,
    created: [],
  };
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
