import { authorFrom, isSlugPath, pageFrom, paths, searchFrom } from '#shared/routing/paths.ts';
import type { Read } from '#shared/api/read.ts';
import { listArgFrom } from '../features/catalog/filters.ts';
import { loadCatalogue } from '../features/catalog/load-catalogue.ts';
import { isStore } from '#shared/catalogue/stores.ts';
import { showAuthRead } from '../features/account/account-reads.ts';
import { loadItem } from '../features/catalog/item/load-item.ts';
import { articlePath } from '../features/news/post.ts';
import type { ListArg } from '../features/news/post-query.ts';
import { menuRead } from '../features/news/menu.ts';
import {
  adsRead,
  articleRead,
  authorPostsRead,
  categoryRead,
  categorySlugRead,
  homeRead,
  hostedPageRead,
  listRead,
  productsRead,
  recentRead,
  relatedRead,
  slugRead,
  standfirstRead,
  tagRead,
  tagSlugRead,
  type AuthorPage,
  type CardPage,
} from '../features/news/news-reads.ts';
import { loadSearchTotals } from '#shared/search-totals.ts';
import { directoryPaths } from '../features/directory/directory-paths.ts';
import { loadDirectory, loadOrder, loadPractice } from '../features/directory/load-directory.ts';
import { optionsRead, publisherRead, settingsRead, socialRead } from '#shared/site/site-reads.ts';
import type { PageMatch } from './routes.tsx';

/** How an answer of the API came out: its view, or a failure that is not the reader's. */
export type Answer<View> = { ok: true; value: View } | { ok: false };

/** Makes a read and keeps its view for the page's state. */
export type Reader = <Arg, View, Wire>(read: Read<Arg, View, Wire>, arg: Arg) => Promise<Answer<View>>;

export type Outcome = { status: 200 | 404 | 503 } | { status: 301; location: string };

const FOUND: Outcome = { status: 200 };
const NOT_FOUND: Outcome = { status: 404 };
const FAILED: Outcome = { status: 503 };
const CATALOGUE_OUTCOMES = { found: FOUND, pastEnd: NOT_FOUND, failed: FAILED } as const;
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
      const author = authorFrom(query);
      if (author !== null) return outcomeOfAuthor(await read(authorPostsRead, { id: author, page }));
      const search = searchFrom(query);
      const list: ListArg = search === '' ? { page } : { search, page };
      const [cards] = await Promise.all([read(listRead, list), loadSearchTotals('news', search, read)]);
      return outcomeOfList(list, cards);
    }
    case 'category':
      return loadList(read, CATEGORY, catslug, { category: catslug, page });
    case 'tag':
      return loadList(read, TAG, tagslug, { tag: tagslug, page });
    case 'article':
      return isSlugPath(catslug) ? loadArticle(read, newsslug, catslug) : NOT_FOUND;
    case 'slug':
      return isSlugPath(newsslug) ? loadArticle(read, newsslug, null) : NOT_FOUND;
    case 'about':
    case 'contact':
      await read(publisherRead, undefined);
      return FOUND;
    case 'directory':
      return (await loadDirectory(read)) ? FOUND : FAILED;
    case 'practice':
      return loadPracticePage(match.params['practice'] ?? '', read);
    case 'order':
      return (await loadOrder(read)) ? FOUND : FAILED;
    case 'catalogue': {
      const { store = 'lawyers' } = match.params;
      if (!isStore(store)) return NOT_FOUND;
      return CATALOGUE_OUTCOMES[await loadCatalogue(listArgFrom(store, query), read)];
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

/** The explanation of the order had this slug in the namespace of practice areas; a practice of that slug comes first. */
const FORMER_ORDER_SLUG = 'order';

async function loadPracticePage(slug: string, read: Reader): Promise<Outcome> {
  const result = await loadPractice(slug, read);
  return result === 'none' && slug.toLowerCase() === FORMER_ORDER_SLUG
    ? { status: 301, location: directoryPaths.order() }
    : PRACTICE_OUTCOMES[result];
}

async function loadHome(read: Reader): Promise<Outcome> {
  const [home] = await Promise.all([read(homeRead, undefined), read(productsRead, undefined)]);
  if (!home.ok) return FAILED;
  const lead = home.value.latest[0];
  if (lead !== undefined) await read(standfirstRead, lead.id);
  return FOUND;
}

/** What a list page is about: how to read it by its slug, by a former slug, and where its page is. */
interface Subject<View, Wire> {
  read: Read<string, View | null, Wire>;
  renamed: typeof categorySlugRead;
  path: (slug: string) => string;
}

const CATEGORY = {
  read: categoryRead,
  renamed: categorySlugRead,
  path: (slug: string) => paths.category(slug),
};
const TAG = { read: tagRead, renamed: tagSlugRead, path: (slug: string) => paths.tag(slug) };

/** A list page needs the thing that it lists, and the list: nobody may take a failed one for an empty one. */
async function loadList<View, Wire>(
  read: Reader,
  subject: Subject<View, Wire>,
  slug: string,
  list: ListArg,
): Promise<Outcome> {
  const [found, cards] = await Promise.all([read(subject.read, slug), read(listRead, list)]);
  if (!found.ok) return FAILED;
  if (found.value === null) return redirectRenamed(read, subject.renamed, slug, subject.path);
  return outcomeOfList(list, cards);
}

/** Redirects a former slug of a category or tag; the query goes along, and with it the page of the list. */
async function redirectRenamed(
  read: Reader,
  renamed: typeof categorySlugRead,
  slug: string,
  pathOf: (current: string) => string,
): Promise<Outcome> {
  const answer = await read(renamed, slug);
  if (!answer.ok) return FAILED;
  const current = answer.value;
  return current === null || current === slug ? NOT_FOUND : { status: 301, location: pathOf(current) };
}

/** Pages that a list does not have are not there; a list of nothing has its first. */
function outcomeOfList({ page }: ListArg, cards: Answer<CardPage>): Outcome {
  if (!cards.ok) return FAILED;
  const { total, pageCount } = cards.value;
  return page > 1 && total > 0 && page > pageCount ? NOT_FOUND : FOUND;
}

/** An author without articles is not found; nor is a page that an author does not have. */
function outcomeOfAuthor(answer: Answer<AuthorPage | null>): Outcome {
  if (!answer.ok) return FAILED;
  return answer.value === null || answer.value.cards.length === 0 ? NOT_FOUND : FOUND;
}

async function loadArticle(read: Reader, slug: string, catslug: string | null): Promise<Outcome> {
  const [article, category] = await Promise.all([
    read(articleRead, slug),
    catslug === null ? null : read(categoryRead, catslug),
  ]);
  if (!article.ok || category?.ok === false) return FAILED;
  if (article.value !== null) {
    if (catslug !== null && category?.value === null)
      return redirectRenamed(read, categorySlugRead, catslug, (current) => paths.article(slug, current));
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
  if (!renamed.ok) return FAILED;
  const current = renamed.value;
  if (current === null || current === slug) return NOT_FOUND;
  const article = await read(articleRead, current);
  if (!article.ok) return FAILED;
  if (article.value === null) return NOT_FOUND;
  const { categories } = article.value;
  return { status: 301, location: articlePath({ slug: current, category: categories[0] ?? null }) };
}
