import type { Counted, ProfileOptions } from '@vidhi/contracts/profile-options.ts';

/** Practice areas, states and cities with at least one lawyer. */
export type Directory = ProfileOptions['data'];
export type Places = Pick<Directory, 'states' | 'cities'>;
export type PracticeArea = Directory['practices'][number];
export type City = Directory['cities'][number];
export type { Counted };

export interface PracticePlaces extends Places {
  practice: PracticeArea;
}

/** A state and its cities with lawyers. */
export interface CityGroup {
  /** Null for cities without a listed state. */
  state: Counted | null;
  cities: City[];
}

/** Returns all states with their cities, also those without any; cities without a listed state are last. */
export function citiesByState({ states, cities }: Places): CityGroup[] {
  const groups = new Map<number | null, CityGroup>(states.map((state) => [state.id, { state, cities: [] }]));
  const rest: CityGroup = { state: null, cities: [] };
  for (const city of cities) (groups.get(city.state) ?? rest).cities.push(city);
  return [...groups.values(), ...(rest.cities.length > 0 ? [rest] : [])];
}

/** States and cities with lawyers of a practice area; null where there is no such practice area. */
export function toPracticePlaces({ data }: ProfileOptions, slug: string): PracticePlaces | null {
  const practice = data.practices.find((one) => one.slug === slug);
  return practice === undefined ? null : { practice, states: data.states, cities: data.cities };
}
