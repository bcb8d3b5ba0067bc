import { missingHead } from '#shared/head/status-heads.ts';
import type { Head } from '#shared/head/head.ts';
import type { HeadInput, LoadInput, Outcome, RouteData } from '#shared/routing/route.ts';
import { articleHead } from '../article-head.ts';
import { loadArticle } from '../load-article.ts';
import { articleRead, categoryRead } from '../news-reads.ts';

const load = ({ params: { catslug = '', newsslug = '' }, read }: LoadInput): Promise<Outcome> =>
  loadArticle(read, newsslug, catslug);

function head({ params: { catslug = '', newsslug = '' }, site, selectData }: HeadInput): Head | null {
  const article = selectData(articleRead, newsslug);
  if (article === null || selectData(categoryRead, catslug) === null) return missingHead(site);
  return article === undefined ? null : articleHead(article, site);
}

export const articleRoute: RouteData = { load, head };
