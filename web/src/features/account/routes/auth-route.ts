import type { Head } from '#shared/head/head.ts';
import { missingHead, withSite } from '#shared/head/status-heads.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { settingsRead } from '#shared/site/site-reads.ts';

async function load({ read }: LoadInput): Promise<Outcome> {
  const settings = await read(settingsRead, undefined);
  if (!settings.ok) return FAILED;
  return settings.value.showAuth ? FOUND : NOT_FOUND;
}

/** Returns the data of a page that exists only where the site lets visitors log in. */
export const authRoute = (title: string, description: (siteName: string) => string): RouteData => ({
  load,
  head: ({ path, site, selectData }: HeadInput): Head | null => {
    const settings = selectData(settingsRead, undefined);
    if (settings === undefined) return null;
    if (!settings.showAuth) return missingHead(site);
    return {
      title: withSite(title, site),
      description: description(site.name),
      canonical: path,
      noindex: true,
    };
  },
});
