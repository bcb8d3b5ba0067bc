import type { ReactNode } from 'react';
import { SidebarContent } from '../features/news/components/sidebar.tsx';
import { menuRead } from '../features/news/menu.ts';
import { adsRead, recentRead } from '../features/news/news-reads.ts';
import { optionsRead, socialRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { FragmentMarkup, FragmentName } from '#shared/ui/cached-fragment.tsx';
import { FootContent } from './layouts/site-foot.tsx';
import type { Seed } from './store.ts';

interface Part {
  name: FragmentName;
  content: ReactNode;
  /** The reads of all that it shows. Nothing else may decide its markup, the page's address least of all. */
  reads: readonly { name: string }[];
}

const PARTS: readonly Part[] = [
  { name: 'foot', content: <FootContent />, reads: [menuRead, optionsRead, socialRead] },
  { name: 'sidebar', content: <SidebarContent />, reads: [recentRead, adsRead] },
];

interface CachedMarkup {
  of: readonly unknown[];
  markup: string;
}

/** Keeps the markup of the parts that many pages share until an answer, or the site, is another object. */
export function createFragmentCache() {
  const known = new Map<FragmentName, CachedMarkup>();
  return (
    seeds: readonly Seed[],
    site: SiteConfig,
    renderAlone: (content: ReactNode) => string,
  ): FragmentMarkup => {
    const markups: Partial<Record<FragmentName, string>> = {};
    for (const { name, content, reads } of PARTS) {
      const of = [site, ...reads.map((read) => seeds.find((seed) => seed.endpointName === read.name)?.value)];
      let cached = known.get(name);
      if (cached === undefined || of.some((value, index) => value !== cached?.of[index]))
        known.set(name, (cached = { of, markup: renderAlone(content) }));
      markups[name] = cached.markup;
    }
    return markups;
  };
}
