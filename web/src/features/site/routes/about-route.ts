import type { Head } from '#shared/head/head.ts';
import { organizationJson } from '#shared/head/organization-json.ts';
import { withSite } from '#shared/head/status-heads.ts';
import {
  FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { publisherRead, socialRead } from '#shared/site/site-reads.ts';
import { FOUNDING_YEAR } from '#shared/site/site.ts';

async function load({ read }: LoadInput): Promise<Outcome> {
  await read(publisherRead, undefined);
  return FOUND;
}

const head = ({ path, site, selectData }: HeadInput): Head => ({
  title: withSite('About', site),
  description: `${site.name} is published by a private limited company founded in ${FOUNDING_YEAR}: who we are, how to complain, and our code of ethics.`,
  canonical: path,
  jsonLd: [organizationJson(site, selectData(socialRead, undefined))],
});

export const aboutRoute: RouteData = { load, head };
