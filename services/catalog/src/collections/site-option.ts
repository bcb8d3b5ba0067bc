import { copyOf } from '@vidhi/collections/declaration.ts';
import * as news from '@vidhi/collections/news/site-settings.ts';

/** The site settings that catalog depends on. */
export const siteOptionCollection = copyOf(
  news.siteOptionCollection,
  ['rule36_mode', 'profile_approval', 'profiles_noindex'],
  false,
);
