/** Something that lawyers are counted by. */
export interface Counted {
  id: number;
  name: string;
  count: number;
}

export interface PracticeArea extends Counted {
  slug: string;
}

export interface City extends Counted {
  /** Id of its state. */
  state: number | null;
}

export interface Places {
  states: Counted[];
  cities: City[];
}

/** Where there are lawyers, and of which practice areas; nothing that has none. */
export interface Directory extends Places {
  practices: PracticeArea[];
}

export interface PracticePlaces extends Places {
  practice: PracticeArea;
}

export interface WireDirectory {
  data: Directory;
}

/** Cities under the state that they lie in; those of no listed state come last, under no name. */
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

/** The places where a practice has lawyers; null where no lawyer is of that practice. */
export function toPracticePlaces({ data }: WireDirectory, slug: string): PracticePlaces | null {
  const practice = data.practices.find((one) => one.slug === slug);
  return practice === undefined ? null : { practice, states: data.states, cities: data.cities };
}
