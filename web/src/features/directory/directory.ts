/** A practice area, state or city with its number of lawyers. */
export interface Counted {
  id: number;
  name: string;
  count: number;
}

export interface PracticeArea extends Counted {
  slug: string;
}

export interface City extends Counted {
  /** Id of the city's state. */
  state: number | null;
}

export interface Places {
  states: Counted[];
  cities: City[];
}

/** Practice areas, states and cities with at least one lawyer. */
export interface Directory extends Places {
  practices: PracticeArea[];
}

export interface PracticePlaces extends Places {
  practice: PracticeArea;
}

export interface WireDirectory {
  data: Directory;
}

/** Cities grouped by state; those without a listed state are last, without a name. */
export interface CityGroup {
  id: number | null;
  name: string | null;
  cities: City[];
}

export function citiesByState({ states, cities }: Places): CityGroup[] {
  const groups = new Map<number | null, CityGroup>(
    states.map(({ id, name }) => [id, { id, name, cities: [] }]),
  );
  const rest: CityGroup = { id: null, name: null, cities: [] };
  for (const city of cities) (groups.get(city.state) ?? rest).cities.push(city);
  return [...groups.values(), rest].filter((group) => group.cities.length > 0);
}

/** States and cities with lawyers of a practice area; null where there is no such practice area. */
export function toPracticePlaces({ data }: WireDirectory, slug: string): PracticePlaces | null {
  const practice = data.practices.find((one) => one.slug === slug);
  return practice === undefined ? null : { practice, states: data.states, cities: data.cities };
}
