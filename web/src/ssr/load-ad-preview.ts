import type { WireList } from '#shared/api/read.ts';
import { paths } from '#shared/routing/paths.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { toAds, type AdPlace, type WireAd } from '../features/news/ad.ts';
import { adsRead, recentRead } from '../features/news/news-reads.ts';
import { articlePath, type WirePost } from '../features/news/post.ts';
import { loadRequest, type FetchJson, type LoadedPage } from './load-request.ts';
import { renderPage } from './render-page.tsx';

export interface AdPreview {
  /** The first page that has room for the advertisement; the front page where none has. */
  page: LoadedPage;
  markup: string;
  preloads: string;
  title: string;
  isShown: boolean;
  /** Period of the advertisement, and the time at which the link stops working. */
  startsAt: string | null;
  endsAt: string | null;
  expiresAt: string;
}

interface WireAdPreview extends Omit<WireList<WireAd>, 'meta'> {
  meta: { preview: { expires_at: string; starts_at: string | null; ends_at: string | null } };
}

/** Id of the advertisement in the page, for links to it. */
export const AD_ID = 'advertisement';
const MAX_PAGES = 8;
const LIST_PLACES: readonly (AdPlace | null | undefined)[] = ['One Column into List', 'Two Column into List'];

/** Advertisements in one of these places take turns, so that those of the same group would hide the previewed one. */
const groupOf = (place: AdPlace | null | undefined): string =>
  LIST_PLACES.includes(place) ? 'lists' : (place ?? '');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};
/** Returns the text as React writes it into an attribute. */
const asAttribute = (text: string): string => text.replaceAll(/[&"'<>]/g, (sign) => ENTITIES[sign] ?? sign);

/** Paths of pages that may have room for an advertisement, the likeliest first. */
function* candidates(place: AdPlace | null | undefined, recent: WireList<WirePost>): Generator<string> {
  const cards = recentRead.transform(recent, undefined);
  if (place === 'Inner Content') yield* cards.map(articlePath);
  yield '/';
  if (groupOf(place) === 'lists')
    yield* new Set(cards.flatMap(({ category }) => (category === null ? [] : paths.category(category.slug))));
}

/**
 * Loads a page of the site with an advertisement that visitors may not see yet. Rejects with the error of `fetchJson` where the
 * link gives none, and where a page cannot be loaded.
 */
export async function loadAdPreview(
  token: string,
  site: SiteConfig,
  fetchJson: FetchJson,
): Promise<AdPreview> {
  const query = adsRead.path(undefined).split('?')[1] ?? '';
  const body = (await fetchJson(`/previews/site-ads/${token}?${query}`)) as WireAdPreview;
  const [entry] = body.data;
  if (entry === undefined) throw new Error('the preview has no advertisement');
  const { title, type: place } = entry.attributes;
  const all = (await fetchJson(adsRead.path(undefined), true)) as WireList<WireAd>;
  // One with the same title has the same label, by which the previewed one is found.
  const others = all.data.filter(
    ({ attributes }) =>
      groupOf(attributes.type) !== groupOf(place) && (attributes.title ?? '') !== (title ?? ''),
  );
  const ads: WireList<WireAd> = { ...all, data: [entry, ...others] };
  const [ad] = toAds({ ...all, data: [entry] });
  const label = `aria-label="${asAttribute(`Advertisement: ${ad?.title ?? ''}`)}"`;
  const recent = (await fetchJson(recentRead.path(undefined), true)) as WireList<WirePost>;
  const { expires_at: expiresAt, starts_at: startsAt, ends_at: endsAt } = body.meta.preview;
  const facts = { title: title ?? '', startsAt, endsAt, expiresAt };

  const show = async (path: string) => {
    const page = await loadRequest(new URL(path, site.publicUrl), site, async (wanted, isShared) =>
      wanted === adsRead.path(undefined) ? ads : fetchJson(wanted, isShared),
    );
    return page.outcome.status === 200 ? { page, ...renderPage(page, site) } : null;
  };
  if (ad !== undefined)
    for (const path of [...candidates(place, recent)].slice(0, MAX_PAGES)) {
      const shown = await show(path);
      // A withdrawn article may still be in the list; `/` decides where nothing can be loaded.
      if (shown === null) continue;
      const [before, ...after] = shown.markup.split(label);
      if (after.length === 0) continue;
      const markup = `${before}id="${AD_ID}" ${label}${after.join(label)}`;
      return { ...shown, ...facts, markup, isShown: true };
    }
  const front = await show('/');
  if (front === null) throw new Error('the page of the preview cannot be loaded');
  return { ...front, ...facts, isShown: false };
}
