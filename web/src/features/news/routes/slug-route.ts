import { hostedPageRead, pageTitle } from '#shared/hosted-page/hosted-page.ts';
import { paths } from '#shared/routing/paths.ts';
import { missingHead, withSite } from '#shared/head/status-heads.ts';
import type { Head } from '#shared/head/head.ts';
import type { HeadInput, LoadInput, Outcome, RouteData } from '#shared/routing/route.ts';
import { articleHead } from '../article-head.ts';
import { loadArticle } from '../load-article.ts';
import { articleRead } from '../news-reads.ts';

const load = ({ params: { newsslug = '' }, read }: LoadInput): Promise<Outcome> =>
  loadArticle(read, newsslug, null);

function head({ params: { newsslug = '' }, site, selectData }: HeadInput): Head | null {
  const article = selectData(articleRead, newsslug);
  if (article) return articleHead(article, site);
  const page = selectData(hostedPageRead, newsslug);
  if (!page) return page === null ? missingHead(site) : null;
  return {
    title: withSite(pageTitle(page), site),
    description: page.description || `${pageTitle(page)} of ${site.name}.`,
    canonical: paths.article(page.name, null),
  };
}

export const slugRoute: RouteData = { load, head };
