import { baseApi, queryFor } from '../api/base-api.ts';
import type { Read, WireOne } from '../api/read.ts';

/** What screens that wait for the site's config need of it. */
export interface SiteConfigFacts {
  /** Whether visitors can sign in on this site. */
  showAuth: boolean;
}

/**
 * The site's config, which the catalogue waits for. Unlike the settings it has no value that stands in for it.
 */
export const siteConfigRead: Read<void, SiteConfigFacts, WireOne<{ show_auth?: boolean | null }>> = {
  name: 'siteConfig',
  path: () => '/site-setting',
  view: ({ data }) => ({ showAuth: data?.attributes.show_auth === true }),
};

/** The site's config in the store. */
export const siteConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ siteConfig: build.query(queryFor(siteConfigRead)) }),
});

export const { useSiteConfigQuery } = siteConfigApi;
