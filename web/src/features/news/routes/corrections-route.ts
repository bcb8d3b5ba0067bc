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
import { correctionsRead } from '../corrections-read.ts';

async function load({ query, read }: LoadInput): Promise<Outcome> {
  return (await read(correctionsRead, pageFrom(query))).ok ? FOUND : FAILED;
}

function head({ path, query, site }: HeadInput): Head {
  const page = pageFrom(query);
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Corrections', path },
  ];
  return {
    title: withSite(pageTitled('Corrections', page), site),
    description: `What ${site.name} has corrected in its articles, the newest first.`,
    canonical: page > 1 ? `${path}?page=${page}` : path,
    jsonLd: [breadcrumbsJson(crumbs, site)],
  };
}

export const correctionsRoute: RouteData = { load, head };
