import type { ReactNode } from 'react';
import { menuRead } from '../features/news/menu.ts';
import { layoutRead, optionsRead, socialRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { FragmentMarkup, FragmentName } from '#shared/ui/cached-fragment.tsx';
import { FootContent } from '../app/layouts/site-foot.tsx';
import type { HydratedQuery } from '../app/store.ts';

interface Fragment {
  name: FragmentName;
  content: ReactNode;
  /** The queries of all that it shows. Its markup must depend on nothing else, such as the URL of the page. */
  reads: readonly { name: string }[];
}

const FRAGMENTS: readonly Fragment[] = [
  { name: 'foot', content: <FootContent />, reads: [menuRead, layoutRead, optionsRead, socialRead] },
];

interface CacheEntry {
  /** Site and query data that the markup was rendered from; compared by identity. */
  inputs: readonly unknown[];
  markup: string;
}

/** Caches the markup of fragments that many pages share until the data of one of their queries is another object. */
export function createFragmentCache() {
  const entries = new Map<FragmentName, CacheEntry>();
  return (
    queries: readonly HydratedQuery[],
    site: SiteConfig,
    renderFragment: (content: ReactNode) => string,
  ): FragmentMarkup => {
    const markups: Partial<Record<FragmentName, string>> = {};
    for (const { name, content, reads } of FRAGMENTS) {
      const data = reads.map((read) => queries.find(({ endpointName }) => endpointName === read.name)?.value);
      const inputs = [site, ...data];
      let entry = entries.get(name);
      if (entry === undefined || inputs.some((value, index) => value !== entry?.inputs[index]))
        entries.set(name, (entry = { inputs, markup: renderFragment(content) }));
      markups[name] = entry.markup;
    }
    return markups;
  };
}
