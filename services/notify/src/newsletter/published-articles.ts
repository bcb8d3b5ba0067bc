import { Type, type Static } from 'typebox';
import { unavailable } from '@vidhi/contracts/errors.ts';
import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import { nullable } from '@vidhi/contracts/nullable.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';
import type { FindArticles } from './send-digest.ts';

const TIMEOUT_MS = 5_000;
const Posts = Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer() })) });

/** Resolves with those of these articles that everybody can read. */
export type FindPublished = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

const newsClient = (url: string, serviceToken: string) =>
  createServiceClient({
    url,
    serviceToken,
    timeoutMs: TIMEOUT_MS,
    toError: (cause) => Object.assign(unavailable(), { cause }),
  });

/** Creates the query to a reader of news, whose lists have what is published. */
export function createFindPublished(newsUrl: string, serviceToken: string): FindPublished {
  const news = newsClient(newsUrl, serviceToken);
  return async (ids) => {
    if (ids.length === 0) return new Set();
    const query = new URLSearchParams({ 'fields[0]': 'title', 'pagination[pageSize]': '100' });
    ids.forEach((id, index) => query.set(`filters[id][$in][${index}]`, String(id)));
    const { data } = await news.get(`/api/posts?${query}`, Posts);
    return new Set(data.map(({ id }) => id));
  };
}

const Articles = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      attributes: Type.Object({
        title: nullable(Type.String()),
        slug: nullable(Type.String()),
        seo_description: nullable(Type.String()),
        categories: Type.Object({
          data: Type.Array(Type.Object({ attributes: Type.Object({ slug: nullable(Type.String()) }) })),
        }),
      }),
    }),
  ),
  meta: Type.Object({ pagination: Type.Object({ total: Type.Integer() }) }),
});
type Article = Static<typeof Articles>['data'][number];

const MAX_TITLE = 300;
const MAX_TEXT = 2_000;

const sectionsOf = ({ id, attributes }: Article): IssueSection[] => {
  const { title, slug, seo_description: text, categories } = attributes;
  // Imported articles may lack both, and have no page then.
  if (slug === null || slug === '' || title === null || title.trim() === '') return [];
  const [category] = categories.data.flatMap(({ attributes: { slug: filed } }) => filed || []);
  const segments = category === undefined ? [slug] : [category, slug];
  return [
    {
      kind: 'article',
      id,
      title: title.trim().slice(0, MAX_TITLE),
      text: (text ?? '').trim().slice(0, MAX_TEXT),
      path: `/${segments.map(encodeURIComponent).join('/')}`,
    },
  ];
};

/** Creates the query for the articles of a digest to a reader of news. */
export function createFindArticles(newsUrl: string, serviceToken: string): FindArticles {
  const news = newsClient(newsUrl, serviceToken);
  return async ({ after, until }, limit) => {
    const query = new URLSearchParams({
      'filters[publishedAt][$gt]': after.toISOString(),
      'filters[publishedAt][$lte]': until.toISOString(),
      sort: 'publishedAt:desc',
      'fields[0]': 'title',
      'fields[1]': 'slug',
      'fields[2]': 'seo_description',
      'populate[categories][fields][0]': 'slug',
      'pagination[pageSize]': String(limit),
    });
    const { data, meta } = await news.get(`/api/posts?${query}`, Articles);
    return { sections: data.flatMap(sectionsOf), more: meta.pagination.total - data.length };
  };
}

/** For so long a mail may have an article that was withheld just now. */
const REMEMBERED_MS = 5_000;

/**
 * Returns the query with its results of the last seconds: an issue is resolved once for each reader. No failure is
 * remembered.
 */
export function rememberPublished(
  findPublished: FindPublished,
  now: () => Date = () => new Date(),
): FindPublished {
  const results = new Map<string, { at: number; published: ReturnType<FindPublished> }>();
  return async (ids) => {
    const at = now().getTime();
    for (const [key, result] of results) if (at - result.at >= REMEMBERED_MS) results.delete(key);
    const key = ids.join();
    const remembered = results.get(key);
    if (remembered !== undefined) return remembered.published;
    const published = findPublished(ids);
    const result = { at, published };
    results.set(key, result);
    published.catch(() => results.get(key) === result && results.delete(key));
    return published;
  };
}

const articlesOf = (sections: readonly IssueSection[]): number[] =>
  sections.flatMap((section) => (section.kind === 'article' ? [section.id] : []));

/** Resolves with what everybody may read of an issue: an article may be withheld after it was sent. */
export async function publishedSections(
  sections: readonly IssueSection[],
  findPublished: FindPublished,
): Promise<IssueSection[]> {
  const published = await findPublished(articlesOf(sections));
  return sections.filter((section) => section.kind !== 'article' || published.has(section.id));
}

/** Resolves with what keeps an issue from being sent: articles that not everybody can read. */
export async function articleProblem(
  { sections }: { sections: readonly IssueSection[] },
  findPublished: FindPublished,
): Promise<string | null> {
  const published = new Set(await publishedSections(sections, findPublished));
  const titles = sections.flatMap((section) =>
    section.kind === 'article' && !published.has(section) ? [`“${section.title}”`] : [],
  );
  return titles.length === 0 ? null : `Not published: ${titles.join(', ')}`;
}
