import { optionsRead, type SiteOptions } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { SelectData } from '#shared/routing/route.ts';

/** Returns the configured facts of the site, overridden by what the editors have set. */
export function withOptions(site: SiteConfig, options: SiteOptions | undefined): SiteConfig {
  if (options === undefined) return site;
  const { name, description, tagline, frameHosts, computedReadTime, profilesNoindex } = options;
  return {
    ...site,
    computedReadTime,
    profilesNoindex,
    name: name ?? site.name,
    description: description ?? site.description,
    tagline: tagline ?? site.tagline,
    frameHosts: frameHosts?.split('\n') ?? site.frameHosts,
  };
}

export const siteOf = (site: SiteConfig, selectData: SelectData): SiteConfig =>
  withOptions(site, selectData(optionsRead, undefined));
