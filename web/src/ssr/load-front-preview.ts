import { parseHomeBlocks } from '@vidhi/contracts/home-blocks.ts';
import { layoutRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { loadRequest, type FetchJson, type LoadedPage } from './load-request.ts';

/** Returns whether a text describes blocks of the front page. */
export const isHomeBlocks = (text: string): boolean => parseHomeBlocks(text).problem === undefined;

/** Loads the front page with these blocks instead of the stored ones. Rejects where it cannot be loaded. */
export async function loadFrontPreview(
  blocks: string,
  site: SiteConfig,
  fetchJson: FetchJson,
): Promise<LoadedPage> {
  const layoutPath = layoutRead.path();
  const page = await loadRequest(new URL('/', site.publicUrl), site, (path, isShared) =>
    path === layoutPath
      ? fetchJson(`${layoutPath}?home=${encodeURIComponent(blocks)}`)
      : fetchJson(path, isShared),
  );
  if (!page.isComplete) throw new Error('the front page of the preview cannot be loaded');
  return page;
}
