import type { HeadInput, LoadInput, Outcome, RouteData } from '#shared/routing/route.ts';
import { FAILED, FOUND } from '#shared/routing/route.ts';
import type { Head } from '#shared/head/head.ts';
import { organizationJson } from '#shared/head/organization-json.ts';
import { layoutRead, socialRead } from '#shared/site/site-reads.ts';
import { hiddenBlocks } from '../home.ts';
import { homeRead } from '../home-read.ts';
import { productsRead, standfirstRead } from '../news-reads.ts';

async function load({ read }: LoadInput): Promise<Outcome> {
  const products = read(productsRead, undefined);
  const layout = await read(layoutRead, undefined);
  const [home] = await Promise.all([
    read(homeRead, hiddenBlocks(layout.ok ? layout.value.home : undefined)),
    products,
  ]);
  if (!home.ok) return FAILED;
  const lead = home.value.latest[0];
  if (lead !== undefined) await read(standfirstRead, lead.id);
  return FOUND;
}

function head({ site, selectData }: HeadInput): Head {
  const organization = organizationJson(site, selectData(socialRead, undefined));
  const website = {
    '@type': 'WebSite',
    name: site.name,
    url: `${site.publicUrl}/`,
    inLanguage: 'en-IN',
    publisher: { '@id': organization['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.publicUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return {
    title: `${site.name} | ${site.tagline}`,
    description: site.description,
    canonical: '/',
    picture:
      selectData(homeRead, hiddenBlocks(selectData(layoutRead, undefined)?.home))?.latest[0]?.picture ?? null,
    feed: { title: site.name, path: '/feed.xml' },
    jsonLd: [organization, website],
  };
}

export const homeRoute: RouteData = { load, head };
