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
export function toPracticePlaces({ data }: WireDirectory, slug: string): PracticePlaces | null {
  const practice = data.practices.find((one) => one.slug === slug);
  return practice === undefined ? null : { practice, states: data.states, cities: data.cities };
}
