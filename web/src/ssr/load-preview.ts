import type { WireList } from '#shared/api/read.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { articleRead } from '../features/news/news-reads.ts';
import { articlePath, toCard, type WirePost } from '../features/news/post.ts';
import { articleQuery } from '../features/news/post-query.ts';
import { loadRequest, type FetchJson, type LoadedPage } from './load-request.ts';

export interface LoadedPreview {
  /** The page of the article, with the text of the preview in place of what is stored. */
  page: LoadedPage;
  title: string;
  /** Time at which the link stops working. */
  endsAt: string;
}

interface WirePreview extends Omit<WireList<WirePost>, 'meta'> {
  meta: { preview: { expires_at: string } };
}

/**
 * Loads the page of an article as its unpublished changes would make it. Rejects with the error of `fetchJson` where the link gives
 * no article, and where another part of the page cannot be loaded.
 */
export async function loadPreview(
  token: string,
  site: SiteConfig,
  fetchJson: FetchJson,
): Promise<LoadedPreview> {
  const body = (await fetchJson(`/previews/${token}?${articleQuery('')}`)) as WirePreview;
  const [entry] = body.data;
  const card = entry === undefined ? null : toCard(entry);
  if (card === null) throw new Error('the preview has no article');
  const wanted = articleRead.path(card.slug);
  const url = new URL(articlePath(card), site.publicUrl);
  const page = await loadRequest(url, site, async (path) => (path === wanted ? body : fetchJson(path)));
  if (page.outcome.status !== 200) throw new Error('the page of the preview cannot be loaded');
  return { page, title: card.title, endsAt: body.meta.preview.expires_at };
}
