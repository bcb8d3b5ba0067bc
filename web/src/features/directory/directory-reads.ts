import { queryOf, type QueryDefinition } from '#shared/api/read.ts';
import { toPracticePlaces, type Directory, type PracticePlaces, type WireDirectory } from './directory.ts';

/** `SubCategory2` of lawyers, which differs from that of firms. */
const LAWYERS = '0';
const MAX_SLUG_LENGTH = 200;

export const isPracticeSlug = (slug: string): boolean => slug !== '' && slug.length <= MAX_SLUG_LENGTH;

export const directoryRead: QueryDefinition<void, Directory, WireDirectory> = {
  name: 'directory',
  shared: true,
  path: () => `/lawyers/filter-options?${queryOf({ kind: LAWYERS })}`,
  transform: ({ data: { practices, states, cities } }) => ({ practices, states, cities }),
  fallback: { practices: [], states: [], cities: [] },
};

export const practiceRead: QueryDefinition<string, PracticePlaces | null, WireDirectory> = {
  name: 'practice',
  shared: true,
  path: (slug) => `/lawyers/filter-options?${queryOf({ kind: LAWYERS, practice: slug })}`,
  transform: toPracticePlaces,
};
