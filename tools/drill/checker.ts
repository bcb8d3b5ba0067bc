import type { Attributes, ListBody, Name } from '@vidhi/collections/all.ts';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import { failureOf, OK, wrong, type CheckResult } from './outcomes.ts';
import {
  certainOnPage,
  type NamedItem,
  type PostFilter,
  type SiteTruth,
  type TimeSpan,
} from './site-truth.ts';
import { spanOf } from './staleness.ts';

/** A page of a list. */
export interface PageOf {
  page: number;
  pageSize: number;
}

export interface Checker {
  /** A list of posts, newest first, with `slug` and `title` of each. */
  postList(exchange: Exchange, filter: PostFilter, pageOf: PageOf): CheckResult;
  /** A list filtered by slug, with one post. */
  postBySlug(exchange: Exchange, slug: string): CheckResult;
  /** The post with this id. */
  postById(exchange: Exchange, slug: string): CheckResult;
  articlePage(exchange: Exchange, slug: string): CheckResult;
  /**
   * A document whose main part is a list of posts: it must contain the newest ones that are certain, unless it says that
   * its search is being prepared.
   */
  listingPage(exchange: Exchange, filter: PostFilter): CheckResult;
  feed(exchange: Exchange): CheckResult;
  /** A list whose items never change; `name` returns an item's name from its attributes. */
  namedList(
    exchange: Exchange,
    items: readonly NamedItem[],
    name: keyof Named,
    pageSize: number,
  ): CheckResult;
  namedItem(exchange: Exchange, item: NamedItem, name: keyof Named): CheckResult;
  /** A document that contains the name, or at least one of the names. */
  pageNaming(exchange: Exchange, items: readonly NamedItem[]): CheckResult;
}

export interface CheckerOptions {
  truth: SiteTruth;
  /** Time after an acknowledged write in which the previous state may be returned without a staleness mark. */
  maxLagMs: number;
  /**
   * Time since which the writer is down and its outbox is not published, so that readers cannot have its last
   * writes; null while it is up.
   */
  unpublishedSince?: () => number | null;
}

type Post = Attributes<'post'>;
/** Attributes by which items of lists are named. */
type Named = Pick<Attributes<'category'>, 'name'> & Pick<Attributes<'book'>, 'Title'>;
/** The parts of a body, of which none is certain. */
type Body = Partial<Record<keyof ListBody<Name>, unknown>>;
interface Item<Of> {
  id: number;
  attributes: Of;
}

/** A page of results that says this may lack older posts, for a moment after a reader has started. */
const INCOMPLETE = 'The search is still being prepared';
/** Number of newest posts that every document and feed must contain. */
const NEWEST_SHOWN = 5;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns a document of a response, or null. Its attributes are compared with the expected ones, whatever they are. */
function itemIn<Of>(value: unknown): Item<Of> | null {
  const isItem =
    isObject(value) &&
    'id' in value &&
    typeof value.id === 'number' &&
    'attributes' in value &&
    isObject(value.attributes);
  return isItem ? (value as Item<Of>) : null;
}

function parse(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const itemsIn = <Of>({ data }: Body): Item<Of>[] | null =>
  Array.isArray(data) ? data.flatMap((each) => itemIn<Of>(each) ?? []) : null;

function totalIn({ meta }: Body): number | null {
  const pagination = isObject(meta) && 'pagination' in meta ? meta.pagination : null;
  const total = isObject(pagination) && 'total' in pagination ? pagination.total : null;
  return typeof total === 'number' ? total : null;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&apos;': "'",
};
const decoded = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|apos|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);

const isOutside = (count: number, least: number, most: number): boolean => count < least || count > most;
const firstOf = (items: readonly { slug: string }[]): string => items[0]?.slug ?? '';

/** Checks responses against the content that the drill has imported and changed. */
export function createChecker({ truth, maxLagMs, unpublishedSince }: CheckerOptions): Checker {
  function span(exchange: Exchange): TimeSpan {
    const { from, to } = spanOf(exchange, maxLagMs);
    return { from: Math.min(from, (unpublishedSince?.() ?? Infinity) - maxLagMs), to };
  }

  /** Applies `check` to responses with status 200. */
  function whenOk(exchange: Exchange, check: (text: string) => CheckResult): CheckResult {
    const failure = failureOf(exchange);
    if (failure !== null) return failure;
    return exchange.status === 200 ? check(exchange.body) : wrong(`${exchange.status} for what exists`);
  }

  function isShowable(exchange: Exchange, { id, attributes }: Item<Post>): boolean {
    const post = truth.find(attributes.slug ?? '', span(exchange));
    return (
      post !== null && (post.id === null || post.id === id) && post.titles.includes(attributes.title ?? '')
    );
  }

  function checkPost(exchange: Exchange, item: Item<Post> | null, slug: string): CheckResult {
    const post = truth.find(slug, span(exchange));
    if (item === null) return post?.isCertain === true ? wrong('no post, though it is published') : OK;
    if (item.attributes.slug !== slug) return wrong(`another post: ${String(item.attributes.slug)}`);
    return isShowable(exchange, item) ? OK : wrong(`an outdated state: ${String(item.attributes.title)}`);
  }

  return {
    postList: (exchange, filter, { page, pageSize }) =>
      whenOk(exchange, (text) => {
        const body = parse(text);
        const items = itemsIn<Post>(body);
        const total = totalIn(body);
        if (items === null || total === null) return wrong('no list');
        const selection = truth.select(span(exchange), filter);
        const { least, most } = selection;
        if (isOutside(total, least, most)) return wrong(`total ${total}, not ${least} to ${most}`);
        const room = (count: number): number =>
          Math.max(0, Math.min(pageSize, count - (page - 1) * pageSize));
        if (isOutside(items.length, room(least), room(most)))
          return wrong(`${items.length} items, not ${room(least)} to ${room(most)}`);
        const stranger = items.find((item) => !isShowable(exchange, item));
        if (stranger !== undefined)
          return wrong(`shows ${String(stranger.attributes.slug)} in an outdated state`);
        const shown = new Set(items.map(({ attributes }) => attributes.slug));
        const lacking = certainOnPage(selection, page, pageSize).filter(({ slug }) => !shown.has(slug));
        return lacking.length === 0
          ? OK
          : wrong(`${lacking.length} posts are missing, first ${firstOf(lacking)}`);
      }),

    postBySlug: (exchange, slug) =>
      whenOk(exchange, (text) => {
        const items = itemsIn<Post>(parse(text));
        if (items === null) return wrong('no list');
        return checkPost(exchange, items[0] ?? null, slug);
      }),

    postById(exchange, slug) {
      if (exchange.status === 404) return checkPost(exchange, null, slug);
      return whenOk(exchange, (text) => {
        const item = itemIn<Post>(parse(text).data);
        return item === null ? wrong('no post in the response') : checkPost(exchange, item, slug);
      });
    },

    articlePage(exchange, slug) {
      if (exchange.status === 404) return checkPost(exchange, null, slug);
      return whenOk(exchange, (html) => {
        const post = truth.find(slug, span(exchange));
        if (post === null) return wrong('a page of a post that is not published');
        const page = decoded(html);
        if (!page.includes(slug)) return wrong('another document');
        return post.titles.some((title) => page.includes(title)) ? OK : wrong('a page without its title');
      });
    },

    listingPage: (exchange, filter) =>
      whenOk(exchange, (html) => {
        const page = decoded(html);
        const expected = certainOnPage(truth.select(span(exchange), filter), 1, NEWEST_SHOWN);
        if (expected.length === 0 || (filter.text !== undefined && page.includes(INCOMPLETE))) return OK;
        const shown = expected.filter(({ titles }) => titles.some((title) => page.includes(title)));
        return shown.length > 0 ? OK : wrong(`shows none of the newest, first ${firstOf(expected)}`);
      }),

    feed: (exchange) =>
      whenOk(exchange, (text) => {
        const feed = decoded(text);
        const expected = certainOnPage(truth.select(span(exchange)), 1, NEWEST_SHOWN);
        const lacking = expected.filter(({ titles }) => !titles.some((title) => feed.includes(title)));
        return lacking.length === 0
          ? OK
          : wrong(`${lacking.length} posts are missing, first ${firstOf(lacking)}`);
      }),

    namedList: (exchange, expected, name, pageSize) =>
      whenOk(exchange, (text) => {
        const body = parse(text);
        const items = itemsIn<Named>(body);
        const total = totalIn(body);
        if (items === null) return wrong('no list');
        if (total !== expected.length) return wrong(`total ${total}, not ${expected.length}`);
        const count = Math.min(pageSize, expected.length);
        if (items.length !== count) return wrong(`${items.length} items, not ${count}`);
        const names = new Map(expected.map((item) => [item.id, item.name]));
        const stranger = items.find(({ id, attributes }) => names.get(id) !== attributes[name]);
        return stranger === undefined ? OK : wrong(`another item: ${stranger.id}`);
      }),

    namedItem: (exchange, expected, name) =>
      whenOk(exchange, (text) => {
        const item = itemIn<Named>(parse(text).data);
        return item?.id === expected.id && item.attributes[name] === expected.name
          ? OK
          : wrong('another item');
      }),

    pageNaming: (exchange, items) =>
      whenOk(exchange, (html) => {
        const page = decoded(html);
        return items.some(({ name }) => page.includes(name)) ? OK : wrong('a page without its items');
      }),
  };
}
