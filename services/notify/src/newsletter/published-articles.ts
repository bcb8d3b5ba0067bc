import { Type } from 'typebox';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';

const TIMEOUT_MS = 5_000;
const Posts = Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer() })) });

/** Resolves with those of these articles that everybody can read. */
export type FindPublished = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

/** Creates the query to a reader of news, whose lists have what is published. */
export function createFindPublished(newsUrl: string, serviceToken: string): FindPublished {
  const news = createServiceClient({ url: newsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (ids) => {
    if (ids.length === 0) return new Set();
    const query = new URLSearchParams({ 'fields[0]': 'title', 'pagination[pageSize]': '100' });
    ids.forEach((id, index) => query.set(`filters[id][$in][${index}]`, String(id)));
    const { data } = await news.get(`/api/posts?${query}`, Posts);
    return new Set(data.map(({ id }) => id));
  };
}
