import type { Head } from '#shared/head/head.ts';
import { organizationJson } from '#shared/head/organization-json.ts';
import { withSite } from '#shared/head/status-heads.ts';
import { type HeadInput, type LoadInput, type Outcome, type RouteData } from '#shared/routing/route.ts';
import { socialRead } from '#shared/site/site-reads.ts';
import { loadOwnText, selectOwnText } from '../own-text.ts';
import { FOUNDING_YEAR } from '#shared/site/site.ts';
import { publisherRead } from '../publisher-reads.ts';

async function load({ path, read }: LoadInput): Promise<Outcome> {
  const [outcome] = await Promise.all([loadOwnText({ path, read }), read(publisherRead, undefined)]);
  return outcome;
}

function head({ path, site, selectData }: HeadInput): Head {
  const own = selectOwnText(path, selectData);
  return {
    title: withSite(own?.title || 'About', site),
    description:
      own === null
        ? `${site.name} is published by a private limited company founded in ${FOUNDING_YEAR}: who we are, how to complain, and our code of ethics.`
        : own.description || `About ${site.name}: who we are, how to complain, and our code of ethics.`,
    canonical: path,
    jsonLd: [organizationJson(site, selectData(socialRead, undefined))],
  };
}

export const aboutRoute: RouteData = { load, head };
