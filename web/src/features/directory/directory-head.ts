import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { DIRECTORY_NAME, directoryPaths } from './directory-paths.ts';
import type { PracticePlaces } from './directory.ts';

interface Named {
  name: string;
  path: string;
}

const INDEX: Named = { name: DIRECTORY_NAME, path: directoryPaths.index() };

const headOf = (page: Named, above: readonly Named[], description: string, site: SiteConfig): Head => ({
  title: `${page.name} | ${site.name}`,
  description,
  canonical: page.path,
  jsonLd: [breadcrumbsJson([{ name: 'Home', path: '/' }, ...above, page], site)],
});

/** Returns the head of `/find-a-lawyer`, which is also served at the misspelled `/find-a-lawer`. */
export const directoryHead = (site: SiteConfig): Head =>
  headOf(INDEX, [], 'Lawyers in India by practice area, state and city. No ratings, no paid listings.', site);

export function practiceHead({ practice }: PracticePlaces, site: SiteConfig): Head {
  const { name, slug } = practice;
  return headOf(
    { name: `${name} lawyers`, path: directoryPaths.practice(slug) },
    [INDEX],
    `States and cities in India with lawyers who practise ${name}. No ratings, no paid listings.`,
    site,
  );
}

export const orderHead = (site: SiteConfig): Head =>
  headOf(
    { name: 'How lawyers are listed', path: directoryPaths.order() },
    [INDEX],
    `The order of lawyers and firms on ${site.name} is drawn from the date alone; anybody can compute it again.`,
    site,
  );
