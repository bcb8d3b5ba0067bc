import { type CollectionStore, documentsOf, type ReadModel, relatedIds } from '@vidhi/content-engine';
import { lawyerCollection } from '../collections/lawyer.ts';
import { cityCollection, countryStateCollection } from '@vidhi/collections/catalog/places.ts';
import { specializationCollection } from '@vidhi/collections/catalog/profile-lists.ts';
import { labelSlug } from './label-slug.ts';

export interface CountedOption {
  id: number;
  name: string;
  count: number;
}
export interface Practice extends CountedOption {
  /** The stored slug, or one derived from the name. */
  slug: string;
}
export interface City extends CountedOption {
  /** Id of its state. */
  state: number | null;
}

/** Practices and places that have at least one profile. */
export interface ProfileOptions {
  practices: Practice[];
  /** Counts of the chosen practice, if any; the same for cities. */
  states: CountedOption[];
  cities: City[];
}

export interface OptionChoice {
  /** `SubCategory2`; both kinds when omitted. */
  kind?: string;
  /** Id or slug of a specialization. */
  practice?: string;
}

type Counts = Map<number, number>;

const addAll = (counts: Counts, ids: readonly number[]): void => {
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
};

const slugOf = (slug: string | null, name: string | null): string => slug || labelSlug(name ?? '');

function practiceId(model: ReadModel, idOrSlug: string): number | null {
  const practices = documentsOf(model, specializationCollection);
  const byId = /^[1-9]\d{0,9}$/.test(idOrSlug) ? practices.get(Number(idOrSlug)) : null;
  const found = byId ?? practices.list().find(({ slug, name }) => slugOf(slug, name) === idOrSlug);
  return found?.id ?? null;
}

function optionsOf<Named extends { name: string | null }, Option extends CountedOption>(
  documents: { get(id: number): Named | undefined },
  counts: Counts,
  complete: (option: CountedOption, document: Named) => Option,
): Option[] {
  const options = [...counts].flatMap(([id, count]) => {
    const document = documents.get(id);
    const name = document?.name ?? null;
    return document === undefined || name === null ? [] : [complete({ id, name, count }, document)];
  });
  return options.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}

/** Counts profiles by practice, state and city. `chosen` is null for a practice that does not exist. */
function countOptions(model: ReadModel, kind?: string, chosen?: number | null): ProfileOptions {
  const profiles: CollectionStore = model.store(lawyerCollection.name);
  const { schema } = profiles;
  const kindColumn = schema.columnsByName.get('SubCategory2');
  const relationOf = (name: string) => {
    const relation = schema.relationsByName.get(name);
    if (relation === undefined) throw new Error(`profiles have no ${name}`);
    return relation;
  };
  const [practiceOf, stateOf, cityOf] = ['PropertyList1', 'Property1', 'Property2'].map(relationOf);
  const [practices, states, cities]: [Counts, Counts, Counts] = [new Map(), new Map(), new Map()];
  if (kindColumn === undefined || practiceOf === undefined || stateOf === undefined || cityOf === undefined)
    throw new Error('profiles have neither kind nor place');
  for (const record of profiles.all()) {
    if (!record.isPublished || (kind !== undefined && profiles.value(record, kindColumn) !== kind)) continue;
    const own = relatedIds(model, schema, record, practiceOf);
    addAll(practices, own);
    if (chosen !== undefined && (chosen === null || !own.includes(chosen))) continue;
    addAll(states, relatedIds(model, schema, record, stateOf));
    addAll(cities, relatedIds(model, schema, record, cityOf));
  }
  return {
    practices: optionsOf(documentsOf(model, specializationCollection), practices, (option, { slug }) => ({
      ...option,
      slug: slugOf(slug, option.name),
    })),
    states: optionsOf(documentsOf(model, countryStateCollection), states, (option) => option),
    cities: optionsOf(documentsOf(model, cityCollection), cities, (option, { country_state: state }) => ({
      ...option,
      state,
    })),
  };
}

/** Returns a memoized `countOptions`, recomputed only when a collection it depends on has changed. */
export function createProfileOptions(model: ReadModel): (choice: OptionChoice) => ProfileOptions {
  const cache = new Map<string, { options: ProfileOptions; version: string }>();
  const stores = [lawyerCollection, specializationCollection, countryStateCollection, cityCollection].map(
    ({ name }) => model.store(name),
  );
  return ({ kind, practice }) => {
    const chosen = practice === undefined ? undefined : practiceId(model, practice);
    const key = `${kind ?? ''}:${chosen ?? String(chosen)}`;
    const version = stores.map((store) => store.version).join('.');
    const cached = cache.get(key);
    if (cached?.version === version) return cached.options;
    const options = countOptions(model, kind, chosen);
    cache.set(key, { options, version });
    return options;
  };
}
