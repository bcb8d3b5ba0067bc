import { describe, expect, it } from 'vitest';
import { readCsv } from '@vidhi/contracts/csv.ts';
import { planProfiles, templateCsv, type KnownProfiles, type StoredProfile } from './plan-profiles.ts';

const NONE = {
  states: [],
  districts: [],
  cities: [],
  'types of court': [],
  courts: [],
  'practice areas': [],
  languages: [],
};
const aStored = (
  id: number,
  values: Partial<StoredProfile['values']> = {},
  hasOwner = false,
): StoredProfile => ({
  id,
  hasOwner,
  values: {
    kind: '0',
    name: `Adv. ${id}`,
    qualification: 'LL.B.',
    number: `BAR/${id}`,
    'in practice since': '2001-06-15',
    email: null,
    phone: null,
    address: 'Pune',
    website: null,
    ...values,
  },
  lists: { ...NONE, cities: ['Pune'] },
});
const known = (...profiles: StoredProfile[]): KnownProfiles => ({
  profiles,
  names: { ...NONE, cities: ['Pune', 'Mumbai'], states: ['Maharashtra'] },
});
const plan = (text: string, of: KnownProfiles = known()) => planProfiles(readCsv(text), of);
const faultsOf = (text: string, of?: KnownProfiles) =>
  plan(text, of).rows.flatMap(({ number, faults }) =>
    faults.map(({ column, message }) => `${number} ${column ?? 'row'}: ${message}`),
  );

describe('the plan of an import of profiles', () => {
  it('takes its template as it is', () => {
    const { rows, problem, ignored } = plan(templateCsv());
    expect([problem, ignored, rows.map(({ kind }) => kind)]).toEqual([null, [], ['new']]);
    expect(rows[0]?.write).toEqual({
      row: 2,
      id: null,
      before: {},
      values: {
        SubCategory2: '0',
        Title: 'Adv. Asha Rao',
        SubTitle: 'B.A., LL.B.',
        Identifier: 'MAH/1234/2010',
        DisplayDate: '2010-06-15',
        email_address: 'asha.rao@example.in',
        phone_number: '9876543210',
        address: '1 High Court Road, Pune',
      },
    });
  });

  it('finds profiles by their number in any form, and sends what differs alone', () => {
    const { rows } = plan(
      'Enrolment No;Name;City\nbar 0001;Adv. 1;Pune\nBAR/2;Adv. Two;Mumbai\nBAR/3;Adv. 3;\n',
      known(aStored(1), aStored(2), aStored(3)),
    );
    expect(rows.map(({ kind, id }) => [kind, id])).toEqual([
      ['changed', 1],
      ['changed', 2],
      ['changed', 3],
    ]);
    expect(rows[1]?.write).toEqual({
      row: 3,
      id: 2,
      before: { Title: 'Adv. 2', Property2: ['Pune'] },
      values: { Title: 'Adv. Two', Property2: ['Mumbai'] },
    });
    expect(rows[2]?.write.values).toEqual({ Property2: [] });
    expect(plan('number,name\nBAR/1,Adv. 1\n', known(aStored(1))).rows[0]?.kind).toBe('same');
  });

  it('names row, column and reason of each fault', () => {
    const text = [
      'name,number,kind,in practice since,email,phone,website,cities',
      ',BAR/10,,,,,,',
      'A,,,,,,,',
      'B,none,,,,,,',
      'C,BAR/11,judge,31/02/2010,no address,12,javascript:alert(1),Atlantis',
      'D,BAR/12,firm,2999-01-01,,,,',
      'E,BAR/13,,,,,,',
      'F,bar-13,,,,,,',
    ].join('\n');
    expect(faultsOf(text)).toEqual([
      '2 name: The name is missing',
      '3 number: The number is missing',
      '4 number: “none” is no enrolment number: it has no digit',
      '5 kind: “judge” is neither lawyer nor firm',
      '5 in practice since: “31/02/2010” is no day, such as 15/06/2010',
      '5 email: “no address” is no e-mail address',
      '5 phone: “12” is no phone number of ten digits',
      '5 website: “javascript:alert(1)” is no website, such as https://rao.example',
      '5 cities: There is no city “Atlantis”. Correct it, or add it to the lists for profiles first',
      '6 in practice since: 2999-01-01 is in the future',
      '8 row: Row 7 is about the same profile',
    ]);
  });

  it('leaves profiles with an owner as they are, and asks which of two with a number is meant', () => {
    const of = known(
      aStored(1, {}, true),
      aStored(2),
      aStored(3, { number: 'BAR/2' }),
      aStored(4, { kind: '1' }),
    );
    expect(
      faultsOf('id,name,number,kind\n,A,BAR/1,\n,B,BAR/2,\n9,C,BAR/9,\n2,D,BAR/4,\n4,E,BAR/4,lawyer\n', of),
    ).toEqual([
      '2 row: Profile 1, “Adv. 1”, has an owner: an import does not change it. Edit it for the owner',
      '3 number: Profiles 2 and 3 have this number: give the id of the one that is meant',
      '4 id: There is no profile 9. Leave it empty for a new one',
      '5 number: Profile 4, “Adv. 4”, has this number',
      '6 row: Row 5 is about the same profile',
      '6 kind: A profile stays what it is, a lawyer’s or a firm’s',
    ]);
  });

  it('notes addresses that several profiles have, and imports their rows', () => {
    const { rows } = plan(
      'name,number,email\nA,BAR/7,Office@Rao.example\nB,BAR/8,office@rao.example\n',
      known(aStored(1, { email: 'office@rao.example' })),
    );
    expect(rows.map(({ kind, notes }) => [kind, notes?.length])).toEqual([
      ['new', 1],
      ['new', 2],
    ]);
    expect(rows[1]?.notes?.[0]).toBe(
      'Row 2 has this e-mail address, too. One account can claim one profile.',
    );
  });

  it('reads no file without names of columns', () => {
    expect(plan('a,b\n1,2\n').problem).toMatch(/^The first row must name the columns: name, number/);
    expect(plan('name,number,name\n').problem).toBe('The first row names the column “name” twice');
    expect(plan('name,number\n').problem).toBe('The file has no rows below the first one');
  });
});
