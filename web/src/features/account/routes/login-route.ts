import type { Head } from '#shared/head/head.ts';
import { settingsRead } from '#shared/site/site-reads.ts';
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

async function load({ read }: LoadInput): Promise<Outcome> {
  const settings = await read(settingsRead, undefined);
  if (!settings.ok) return FAILED;
  return settings.value.showAuth ? FOUND : NOT_FOUND;
}

function head({ path, site, selectData }: HeadInput): Head | null {
  const settings = selectData(settingsRead, undefined);
  if (settings === undefined) return null;
  if (!settings.showAuth) return missingHead(site);
  return {
    title: withSite('Log in', site),
    description: `Log in to ${site.name}.`,
    canonical: path,
    noindex: true,
  };
}

export const loginRoute: RouteData = { load, head };
