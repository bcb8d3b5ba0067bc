import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { missingHead, pageTitled, withSite } from '#shared/head/status-heads.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import type { HeadInput, LoadInput, Outcome, RouteData } from '#shared/routing/route.ts';
import { loadSubjectList } from '../load-list.ts';
import { categoryRead } from '../news-reads.ts';
import { categorySlugRead } from '../renamed-reads.ts';

const CATEGORY = {
  read: categoryRead,
  renamed: categorySlugRead,
  path: (slug: string) => paths.category(slug),
};

function load({ params: { catslug = '' }, query, read }: LoadInput): Promise<Outcome> {
  return loadSubjectList(read, CATEGORY, catslug, { category: catslug, page: pageFrom(query) });
}

const crumbOf = ({ name, slug }: { name: string; slug: string }) => ({ name, path: paths.category(slug) });

function head({ params: { catslug = '' }, query, site, selectData }: HeadInput): Head | null {
  const category = selectData(categoryRead, catslug);
  if (!category) return category === null ? missingHead(site) : null;
  const page = pageFrom(query);
  const crumbs = [...(category.parent ? [crumbOf(category.parent)] : []), crumbOf(category)];
  return {
    title: withSite(pageTitled(category.heading, page), site),
    description: category.description || `${category.name}: news, judgments and analysis from ${site.name}.`,
    keywords: category.keywords,
    canonical: paths.category(category.slug, page),
    feed: { title: `${category.name} – ${site.name}`, path: `/news/${category.slug}/feed.xml` },
    jsonLd: [breadcrumbsJson([{ name: 'Home', path: '/' }, ...crumbs], site)],
  };
}

export const categoryRoute: RouteData = { load, head };
