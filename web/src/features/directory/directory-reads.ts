import { queryOf, type QueryDefinition } from '#shared/api/read.ts';
import type { ProfileOptions } from '@vidhi/contracts/profile-options.ts';
import { toPracticePlaces, type Directory, type PracticePlaces } from './directory.ts';

/** `SubCategory2` of lawyers, which differs from that of firms. */
const LAWYERS = '0';
const MAX_SLUG_LENGTH = 200;

export const isPracticeSlug = (slug: string): boolean => slug !== '' && slug.length <= MAX_SLUG_LENGTH;

export const directoryRead: QueryDefinition<void, Directory, ProfileOptions> = {
  name: 'directory',
  shared: true,
  path: () => `/lawyers/filter-options?${queryOf({ kind: LAWYERS })}`,
  transform: ({ data: { practices, states, cities } }) => ({ practices, states, cities }),
  fallback: { practices: [], states: [], cities: [] },
};

export const practiceRead: QueryDefinition<string, PracticePlaces | null, ProfileOptions> = {
  name: 'practice',
  shared: true,
  path: (slug) => `/lawyers/filter-options?${queryOf({ kind: LAWYERS, practice: slug })}`,
  transform: toPracticePlaces,
};
