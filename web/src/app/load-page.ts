import { isSlugPath, pageFrom, searchFrom } from '../shared/paths.ts';
import type { Read } from '../shared/api/read.ts';
import { listArgFrom } from '../features/catalog/filters.ts';
import { loadCatalogue } from '../features/catalog/load-catalogue.ts';
import { isStore } from '../shared/stores.ts';
import { showAuthRead } from '../features/account/account-reads.ts';
import { loadItem } from '../features/catalog/item/load-item.ts';
import { articlePath } from '../features/news/post.ts';
import type { ListArg } from '../features/news/post-query.ts';
import { menuRead } from '../features/news/menu.ts';
import {
  adsRead,
  articleRead,
  categoryRead,
  homeRead,
  hostedPageRead,
  listRead,
  productsRead,
  recentRead,
  relatedRead,
  slugRead,
  standfirstRead,
  tagRead,
  type CardPage,
} from '../features/news/news-reads.ts';
import { loadDirectory, loadOrder, loadPractice } from '../features/directory/load-directory.ts';
import { optionsRead, publisherRead, settingsRead, socialRead } from '../features/site/site-reads.ts';
import type { PageMatch } from './routes.tsx';

/** How an answer of the API came out: its view, or a failure that is not the reader's. */
export type Answer<View> = { ok: true; value: View } | { ok: false };

/** Makes a read and keeps its view for the page's state; a read with `empty` never fails. */
export type Reader = <Arg, View, Wire>(read: Read<Arg, View, Wire>, arg: Arg) => Promise<Answer<View>>;

export type Outcome = { status: 200 | 404 | 503 } | { status: 301; location: string };

const FOUND: Outcome = { status: 200 };
const NOT_FOUND: Outcome = { status: 404 };
const FAILED: Outcome = { status: 503 };
const PRACTICE_OUTCOMES = { there: FOUND, none: NOT_FOUND, failed: FAILED } as const;

/** Makes every read that a page shows and says how the page is to be answered. */
export async function loadPage(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const [outcome] = await Promise.all([
    loadMain(match, query, read),
    read(menuRead, undefined),
    read(settingsRead, undefined),
    read(optionsRead, undefined),
    read(socialRead, undefined),
    read(recentRead, undefined),
    read(adsRead, undefined),
  ]);
  return outcome;
}

async function loadMain(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const { catslug = '', newsslug = '', tagslug = '' } = match.params;
  const page = pageFrom(query);
  switch (match.name) {
    case 'home':
      return loadHome(read);
    case 'search': {
      const search = searchFrom(query);
      const list: ListArg = search === '' ? { page } : { search, page };
      return isPastEnd(list, await read(listRead, list)) ? NOT_FOUND : FOUND;
    }
    case 'category':
      return loadList(read, categoryRead, catslug, { category: catslug, page });
    case 'tag':
      return loadList(read, tagRead, tagslug, { tag: tagslug, page });
    case 'article':
      return isSlugPath(catslug) ? loadArticle(read, newsslug, catslug) : NOT_FOUND;
    case 'slug':
      return isSlugPath(newsslug) ? loadArticle(read, newsslug, null) : NOT_FOUND;
    case 'about':
    case 'contact':
      await read(publisherRead, undefined);
      return FOUND;
    case 'directory':
      await loadDirectory(read);
      return FOUND;
    case 'practice':
      return PRACTICE_OUTCOMES[await loadPractice(match.params['practice'] ?? '', read)];
    case 'order':
      await loadOrder(read);
      return FOUND;
    case 'catalogue': {
      const { store = 'lawyers' } = match.params;
      if (!isStore(store)) return NOT_FOUND;
      return (await loadCatalogue(listArgFrom(store, query), read)) ? FOUND : NOT_FOUND;
    }
    case 'item': {
      const item = await loadItem(match.params, read);
      return item === undefined ? FAILED : item === null ? NOT_FOUND : FOUND;
    }
    case 'login': {
      const showAuth = await read(showAuthRead, undefined);
      return showAuth.ok ? (showAuth.value ? FOUND : NOT_FOUND) : FAILED;
    }
    case 'soon':
    case 'saved':
      return FOUND;
    case 'missing':
      return NOT_FOUND;
  }
}

async function loadHome(read: Reader): Promise<Outcome> {
  const [home] = await Promise.all([read(homeRead, undefined), read(productsRead, undefined)]);
  const lead = home.ok ? home.value.latest[0] : undefined;
  if (lead !== undefined) await read(standfirstRead, lead.id);
  return FOUND;
}

/** A list page stands or falls with the thing that it lists; a list that failed is only empty. */
async function loadList<View>(
  read: Reader,
  subject: Read<string, View | null, never>,
  slug: string,
  list: ListArg,
): Promise<Outcome> {
  const [found, cards] = await Promise.all([read(subject, slug), read(listRead, list)]);
  if (!found.ok) return FAILED;
  if (found.value === null) return NOT_FOUND;
  return isPastEnd(list, cards) ? NOT_FOUND : FOUND;
}

/** Pages that a list does not have are not there; a list of nothing has its first. */
const isPastEnd = ({ page }: ListArg, cards: Answer<CardPage>): boolean =>
  cards.ok && page > 1 && cards.value.total > 0 && page > cards.value.pageCount;

async function loadArticle(read: Reader, slug: string, catslug: string | null): Promise<Outcome> {
  const [article, category] = await Promise.all([
    read(articleRead, slug),
    catslug === null ? null : read(categoryRead, catslug),
  ]);
  if (!article.ok || category?.ok === false) return FAILED;
  if (article.value !== null) {
    if (category !== null && category.value === null) return NOT_FOUND;
    await read(relatedRead, article.value.id);
    return FOUND;
  }
  if (catslug === null) {
    const page = await read(hostedPageRead, slug);
    if (!page.ok) return FAILED;
    if (page.value !== null) return FOUND;
  }
  return loadRenamed(read, slug);
}

/** The old slug of a renamed article leads to where it is now. */
async function loadRenamed(read: Reader, slug: string): Promise<Outcome> {
  const renamed = await read(slugRead, slug);
  const current = renamed.ok ? renamed.value : null;
  if (current === null || current === slug) return NOT_FOUND;
  const article = await read(articleRead, current);
  if (!article.ok) return FAILED;
  if (article.value === null) return NOT_FOUND;
  const { categories } = article.value;
  return { status: 301, location: articlePath({ slug: current, category: categories[0] ?? null }) };
}
