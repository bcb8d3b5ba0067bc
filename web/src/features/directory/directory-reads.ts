import { queryOf, type Read } from '#shared/api/read.ts';
import { toPracticePlaces, type Directory, type PracticePlaces, type WireDirectory } from './directory.ts';

/** `SubCategory2` of lawyers; firms have another. */
const LAWYERS = '0';
const MAX_SLUG_LENGTH = 200;

export const isPracticeSlug = (slug: string): boolean => slug !== '' && slug.length <= MAX_SLUG_LENGTH;

export const directoryRead: Read<void, Directory, WireDirectory> = {
  name: 'directory',
  path: () => `/lawyers/filter-options?${queryOf({ kind: LAWYERS })}`,
  view: ({ data: { practices, states, cities } }) => ({ practices, states, cities }),
  empty: { practices: [], states: [], cities: [] },
};

export const practiceRead: Read<string, PracticePlaces | null, WireDirectory> = {
  name: 'practice',
  path: (slug) => `/lawyers/filter-options?${queryOf({ kind: LAWYERS, practice: slug })}`,
  view: toPracticePlaces,
};
