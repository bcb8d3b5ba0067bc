import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { pageTitled, withSite } from '#shared/head/status-heads.ts';
import { pageFrom } from '#shared/routing/paths.ts';
import {
  FAILED,
  FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { newslettersRead } from '../archive-reads.ts';

async function load({ query, read }: LoadInput): Promise<Outcome> {
  return (await read(newslettersRead, pageFrom(query))).ok ? FOUND : FAILED;
}

function head({ path, query, site, selectData }: HeadInput): Head {
  const page = pageFrom(query);
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Newsletters', path },
  ];
  const isEmpty = selectData(newslettersRead, page)?.newsletters.length === 0;
  return {
    title: withSite(pageTitled('Newsletters', page), site),
    description: `The newsletters of ${site.name}, the newest first.`,
    canonical: page > 1 ? `${path}?page=${page}` : path,
    ...(isEmpty ? { noindex: true } : {}),
    jsonLd: [breadcrumbsJson(crumbs, site)],
  };
}

export const newslettersRoute: RouteData = { load, head };
