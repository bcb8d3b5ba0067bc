import { useState } from 'react';
import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import {
  cityCollection,
  countryStateCollection,
  stateDistrictCollection,
} from '@vidhi/collections/catalog/places.ts';
import {
  courtCollection,
  languageCollection,
  specializationCollection,
  typeOfCourtCollection,
} from '@vidhi/collections/catalog/profile-lists.ts';
import { fetchAll } from '../batches/fetch-all.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, type RowOf } from '../kit/source.ts';
import type { KnownProfiles, StoredProfile } from './plan-profiles.ts';

const NAMES = { fields: ['name'] } as const;
const listed = strapiSource(lawyerCollection, {
  fields: ['Title', 'SubTitle', 'SubCategory2', 'Identifier', 'DisplayDate', 'contact'],
  populate: [
    'users_permissions_user',
    'Property1',
    'Property2',
    'Property3',
    'PropertyList1',
    'PropertyList2',
    'PropertyList3',
    'type_of_court',
  ],
});
type Row = RowOf<typeof listed>;

const PROFILES = resourceApi<Row>('known-profiles', listed);
const STATES = resourceApi('known-states', strapiSource(countryStateCollection, NAMES));
const DISTRICTS = resourceApi('known-districts', strapiSource(stateDistrictCollection, NAMES));
const CITIES = resourceApi('known-cities', strapiSource(cityCollection, NAMES));
const COURT_TYPES = resourceApi('known-court-types', strapiSource(typeOfCourtCollection, NAMES));
const COURTS = resourceApi('known-courts', strapiSource(courtCollection, NAMES));
const PRACTICES = resourceApi('known-practices', strapiSource(specializationCollection, NAMES));
const LANGUAGES = resourceApi('known-languages', strapiSource(languageCollection, NAMES));

interface Named {
  name?: string | null;
}
const namesOf = (entries: readonly Named[] | null | undefined): string[] =>
  (entries ?? []).flatMap(({ name }) => (name === null || name === undefined ? [] : [name]));
const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** Returns a profile as imports compare it. */
const toStoredProfile = (row: Row): StoredProfile => ({
  id: row.id,
  hasOwner: row.users_permissions_user !== null && row.users_permissions_user !== undefined,
  values: {
    kind: textOf(row.SubCategory2),
    name: textOf(row.Title),
    qualification: textOf(row.SubTitle),
    number: textOf(row.Identifier),
    'in practice since': textOf(row.DisplayDate),
    email: textOf(row.contact?.email_address),
    phone: textOf(row.contact?.phone_number),
    address: textOf(row.contact?.address),
    website: textOf(row.contact?.website_link),
  },
  lists: {
    states: namesOf(row.Property1),
    districts: namesOf(row.Property3),
    cities: namesOf(row.Property2),
    'types of court': namesOf(row.type_of_court),
    courts: namesOf(row.PropertyList2),
    'practice areas': namesOf(row.PropertyList1),
    languages: namesOf(row.PropertyList3),
  },
});

/** Returns a function that requests every profile, and the names of the lists. It rejects with a `Problem`. */
export function useKnownProfiles() {
  const profiles = PROFILES.useFetchPage();
  const lists = {
    states: STATES.useFetchPage(),
    districts: DISTRICTS.useFetchPage(),
    cities: CITIES.useFetchPage(),
    'types of court': COURT_TYPES.useFetchPage(),
    courts: COURTS.useFetchPage(),
    'practice areas': PRACTICES.useFetchPage(),
    languages: LANGUAGES.useFetchPage(),
  };
  const [isLoading, setLoading] = useState(false);
  async function load(): Promise<KnownProfiles> {
    setLoading(true);
    try {
      return {
        profiles: (await fetchAll(profiles)).map(toStoredProfile),
        names: {
          states: namesOf(await fetchAll(lists.states)),
          districts: namesOf(await fetchAll(lists.districts)),
          cities: namesOf(await fetchAll(lists.cities)),
          'types of court': namesOf(await fetchAll(lists['types of court'])),
          courts: namesOf(await fetchAll(lists.courts)),
          'practice areas': namesOf(await fetchAll(lists['practice areas'])),
          languages: namesOf(await fetchAll(lists.languages)),
        },
      };
    } finally {
      setLoading(false);
    }
  }
  return { isLoading, load };
}
