import { generateContent, type GeneratedContent } from './content.ts';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';

interface FakePost {
  id: number;
  title: string;
  slug: string;
  publish_date: string;
  publishedAt: string | null;
  views_count: number;
  categories: string[];
  tags: string[];
}

interface FakeResponse {
  status: number;
  body: string;
  headers?: Exchange['headers'];
}

/** An in-memory site for the requests of the drill, into which a test injects errors. */
export interface FakeSite {
  generated: GeneratedContent;
  client: Client;
  posts: FakePost[];
  /** Overrides responses; receives the correct response. */
  plant(change: (path: string, response: FakeResponse) => FakeResponse): void;
  /** Acknowledges writes without storing them from now on. */
  loseWrites(): void;
  loseViews(): void;
}

const json = (value: unknown, status = 200): FakeResponse => ({ status, body: JSON.stringify(value) });
const byDate = (a: FakePost, b: FakePost): number => b.publish_date.localeCompare(a.publish_date);
const itemOf = (post: FakePost) => ({ id: post.id, attributes: { ...post } });
const NOT_FOUND = json({ data: null, error: { status: 404 } }, 404);

export function createFakeSite(postCount = 60): FakeSite {
  const generated = generateContent(postCount, 1, Date.now());
  const { content } = generated;
  const posts: FakePost[] = content.posts.map((post) => ({
    id: post.id,
    title: post.title,
    slug: post.slug,
    publish_date: new Date(post.publishDate).toISOString(),
    publishedAt: new Date(post.publishDate).toISOString(),
    views_count: post.viewsCount,
    categories: [...post.categories],
    tags: [...post.tags],
  }));
  let change = (_path: string, response: FakeResponse): FakeResponse => response;
  let storesWrites = true;
  let countsViews = true;

  const published = (): FakePost[] =>
    posts.filter(({ publishedAt }) => publishedAt !== null).toSorted(byDate);
  const pageOf = (shown: readonly FakePost[]): FakeResponse => ({
    status: 200,
    body: `<title>${shown.map(({ title }) => title).join(' ')}</title>${shown.map(({ slug }) => slug).join(' ')}`,
  });

  function listOf(query: URLSearchParams): FakeResponse {
    const category = query.get('filters[categories][slug][$eq]');
    const tag = query.get('filters[tags][slug][$eq]');
    const slug = query.get('filters[slug][$eq]');
    const text = query.get('filters[title][$containsi]')?.toLowerCase();
    const ids = [...query].flatMap(([name, value]) =>
      name.startsWith('filters[id]') ? [Number(value)] : [],
    );
    const found = published().filter(
      (post) =>
        (category === null || post.categories.includes(category)) &&
        (tag === null || post.tags.includes(tag)) &&
        (slug === null || post.slug === slug) &&
        (text === undefined || post.title.toLowerCase().includes(text)) &&
        (ids.length === 0 || ids.includes(post.id)),
    );
    const page = Number(query.get('pagination[page]') ?? 1);
    const size = Number(query.get('pagination[pageSize]') ?? 25);
    const data = found.slice((page - 1) * size, page * size).map(itemOf);
    return json({ data, meta: { pagination: { total: found.length } } });
  }

  function namedResponse(
    kind: 'books' | 'lawyers' | 'categories' | 'tags',
    id: string | undefined,
    size: number,
  ) {
    const name = kind === 'books' || kind === 'lawyers' ? 'Title' : 'name';
    const items = content[kind].map((item) => ({ id: item.id, attributes: { [name]: item.name } }));
    if (id === undefined)
      return json({ data: items.slice(0, size), meta: { pagination: { total: items.length } } });
    return json({ data: items.find((item) => item.id === Number(id)) });
  }

  function write(id: number | null, data: Record<string, unknown>): FakeResponse {
    const slugsOf = (kind: 'categories' | 'tags'): string[] =>
      content[kind].flatMap((item) =>
        Array.isArray(data[kind]) && data[kind].includes(item.id) ? item.slug : [],
      );
    const existing = posts.find((post) => post.id === id);
    if (id !== null && existing === undefined) return NOT_FOUND;
    const before = existing ?? {
      id: posts.length + 1,
      publishedAt: new Date().toISOString(),
      views_count: 0,
      categories: slugsOf('categories'),
      tags: slugsOf('tags'),
    };
    const { categories: _categories, tags: _tags, ...values } = data;
    const after = { ...before, ...values } as FakePost;
    if (storesWrites) posts.splice(existing === undefined ? posts.length : posts.indexOf(existing), 1, after);
    return json({ data: itemOf(after) });
  }

  function respond(path: string, method: string, body: unknown): FakeResponse {
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    const [first = '', second = '', third] = pathname.split('/').slice(1);
    const named = /^(books|lawyers|categories|tags)$/.exec(second)?.[1];
    const { data = {} } = (body ?? {}) as { data?: Record<string, unknown> };
    if (pathname === '/api/auth/local') return json({ jwt: 'token' });
    if (pathname === '/api/users/me') return json({ id: 1 });
    if (first === 'api' && second === 'posts') {
      const id = third === undefined ? null : Number(third);
      if ('views_count' in data) {
        const post = posts.find((each) => each.id === id);
        if (post !== undefined && countsViews) post.views_count += 1;
        return json({ data: null });
      }
      if (method !== 'GET') return write(id, data);
      if (id === null) return listOf(searchParams);
      const found = posts.find((post) => post.id === id);
      const isShown = found?.publishedAt !== null || searchParams.has('publicationState');
      return found === undefined || !isShown ? NOT_FOUND : json({ data: itemOf(found) });
    }
    if (first === 'api' && named !== undefined)
      return namedResponse(named as 'books', third, Number(searchParams.get('pagination[pageSize]') ?? 25));
    if (first === 'catalogs') {
      const items = content[second === 'books' ? 'books' : 'lawyers'];
      return { status: 200, body: items.map(({ name }) => name).join(' ') };
    }
    if (first === 'news') return pageOf(published().filter(({ categories }) => categories.includes(second)));
    if (first === 'tags') return pageOf(published().filter(({ tags }) => tags.includes(second)));
    if (first === 'search') {
      const text = searchParams.get('q')?.toLowerCase() ?? '';
      return pageOf(published().filter(({ title }) => title.toLowerCase().includes(text)));
    }
    if (pathname === '/' || /\.(xml|json)$/.test(pathname)) return pageOf(published());
    const article = published().find(({ slug }) => slug === first);
    return article === undefined ? { status: 404, body: 'not found' } : pageOf([article]);
  }

  return {
    generated,
    posts,
    async client(path, { method = 'GET', body } = {}) {
      const startedAt = Date.now();
      const { status, body: text, headers = {} } = change(path, respond(path, method, body));
      return { path, status, error: null, headers, body: text, startedAt, endedAt: Date.now() };
    },
    plant: (next) => void (change = next),
    loseWrites: () => void (storesWrites = false),
    loseViews: () => void (countsViews = false),
  };
}
