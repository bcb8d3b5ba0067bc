import type { All, Attributes } from '@vidhi/collections/all.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';

/** One document of a list that profiles refer to, with the places that it is in. */
export interface Choice {
  id: number;
  name: string;
  state?: number;
  district?: number;
  city?: number;
}

/** The lists of a profile, by the last segment of their API path. */
export type ChoiceList = Exclude<Extract<All[number], { part: 'directory' }>['plural'], 'lawyers'>;

/** Ids that the places of a choice must be among; an empty list narrows nothing. */
export interface Narrowing {
  state?: readonly number[];
  district?: readonly number[];
  city?: readonly number[];
}

type Place = keyof Narrowing;

const RELATIONS: Readonly<Record<Place, string>> = {
  state: 'country_state',
  district: 'state_district',
  city: 'city',
};
const PLACES: readonly Place[] = ['state', 'district', 'city'];

/** Places by which each list is filtered. */
const PLACES_OF: Readonly<Record<ChoiceList, readonly Place[]>> = {
  'type-of-courts': [],
  'country-states': [],
  'state-districts': ['state'],
  cities: ['state', 'district'],
  specializations: [],
  courts: PLACES,
  languages: [],
};

export interface ChoiceQuery {
  list: ChoiceList;
  /** Part of the name; empty for the first ones by name. */
  search: string;
  narrowing: Narrowing;
}

/** Page size of the specification, which also sorts the lists by name. */
const PAGE_SIZE = 100;

export function choicesPath({ list, search, narrowing }: ChoiceQuery): string {
  const places = PLACES_OF[list];
  const filters = places.flatMap((place) => {
    const ids = narrowing[place] ?? [];
    return ids.length === 0 ? [] : [[`filters[${RELATIONS[place]}][id][$in]`, ids.map(String)] as const];
  });
  return `/${list}?${queryOf({
    ...(search === '' ? {} : { 'filters[name][$search]': search }),
    ...Object.fromEntries(filters),
    fields: ['name'],
    ...Object.fromEntries(places.map((place) => [`populate[${RELATIONS[place]}][fields]`, ['id']])),
    sort: 'name',
    'pagination[page]': 1,
    'pagination[pageSize]': PAGE_SIZE,
  })}`;
}

export type WireChoice = Partial<Attributes<'court'>>;

export const toChoices = ({ data }: Pick<WireList<WireChoice>, 'data'>): Choice[] =>
  data.map(({ id, attributes: { name, country_state, state_district, city } }) => ({
    id,
    name: name?.trim() ?? '',
    ...idOf('state', country_state),
    ...idOf('district', state_district),
    ...idOf('city', city),
  }));

function idOf(
  place: Place,
  relation: WireChoice['country_state' | 'state_district' | 'city'],
): Partial<Record<Place, number>> {
  const id = relation?.data?.id;
  return id === undefined ? {} : { [place]: id };
}

export const idsOf = (choices: readonly Choice[] | undefined): number[] =>
  (choices ?? []).map(({ id }) => id);

/** Returns the choices without those in other places than the given ones; a choice without such a place stays. */
export const withinPlaces = (choices: readonly Choice[], narrowing: Narrowing): Choice[] =>
  choices.filter((choice) =>
    PLACES.every((place) => {
      const ids = narrowing[place] ?? [];
      const own = choice[place];
      return ids.length === 0 || own === undefined || ids.includes(own);
    }),
  );
