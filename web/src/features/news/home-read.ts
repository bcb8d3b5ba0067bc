import type { QueryDefinition, WireList } from '#shared/api/read.ts';
import { EMPTY_HOME, toHome, type HiddenBlocks, type HomeView } from './home.ts';
import { homeQuery } from './post-query.ts';
import type { WirePost } from './post.ts';

export const homeRead: QueryDefinition<HiddenBlocks, HomeView, WireList<WirePost>> = {
  name: 'home',
  shared: true,
  hasFewArgs: true,
  path: () => `/posts?${homeQuery()}`,
  transform: toHome,
  fallback: EMPTY_HOME,
};
