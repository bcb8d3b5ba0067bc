import { isSlugPath } from '#shared/routing/paths.ts';
import { missingHead } from '#shared/head/status-heads.ts';
import type { Head } from '#shared/head/head.ts';
import {
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { articleHead } from '../article-head.ts';
import { loadArticle } from '../load-article.ts';
import { articleRead, categoryRead } from '../news-reads.ts';

async function load({ params: { catslug = '', newsslug = '' }, read }: LoadInput): Promise<Outcome> {
  return isSlugPath(catslug) ? loadArticle(read, newsslug, catslug) : NOT_FOUND;
}

function head({ params: { catslug = '', newsslug = '' }, site, selectData }: HeadInput): Head | null {
  const article = selectData(articleRead, newsslug);
  if (article === null || selectData(categoryRead, catslug) === null) return missingHead(site);
  return article === undefined ? null : articleHead(article, site);
}

export const articleRoute: RouteData = { load, head };
