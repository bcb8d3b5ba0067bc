import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { missingHead, pageTitled, withSite } from '#shared/head/status-heads.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import type { HeadInput, LoadInput, Outcome, RouteData } from '#shared/routing/route.ts';
import { loadSubjectList } from '../load-list.ts';
import { tagRead } from '../news-reads.ts';
import { tagSlugRead } from '../renamed-reads.ts';

const TAG = { read: tagRead, renamed: tagSlugRead, path: (slug: string) => paths.tag(slug) };

function load({ params: { tagslug = '' }, query, read }: LoadInput): Promise<Outcome> {
  return loadSubjectList(read, TAG, tagslug, { tag: tagslug, page: pageFrom(query) });
}

function head({ params: { tagslug = '' }, query, site, selectData }: HeadInput): Head | null {
  const tag = selectData(tagRead, tagslug);
  if (!tag) return tag === null ? missingHead(site) : null;
  const page = pageFrom(query);
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: tag.name, path: paths.tag(tag.slug) },
  ];
  return {
    title: withSite(pageTitled(tag.name, page), site),
    description: `News, judgments and analysis tagged ${tag.name}, from ${site.name}.`,
    canonical: paths.tag(tag.slug, page),
    feed: { title: `${tag.name} – ${site.name}`, path: `/tags/${tag.slug}/feed.xml` },
    jsonLd: [breadcrumbsJson(crumbs, site)],
  };
}

export const tagRoute: RouteData = { load, head };
