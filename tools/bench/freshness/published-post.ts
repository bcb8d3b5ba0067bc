import type { OneBody } from '@vidhi/collections/all.ts';
import type { Observer, Subject } from './observers.ts';
import { textOf, type RunningSite } from './running-site.ts';

interface Post {
  title: string;
  slug: string;
}

const LIST = 'sort=publish_date:desc&pagination[pageSize]=24&fields=title';

/**
 * Publishes a post as an editor; observed through the gateway in list, search, feed and pages, and on each
 * reader.
 */
export function publishedPost({ gateway, readers, editor }: RunningSite): Subject<Post> {
  const ids = new Map<string, number>();
  const list =
    (origin: string): Observer<Post>['sees'] =>
    async ({ title }) =>
      (await textOf(`${origin}/api/posts?${LIST}`)).includes(title);
  const search = 'fields=title&filters[title][$containsi]=';
  return {
    title: (times) => `${times} publishes, ${readers.length} reader(s)`,
    observers: [
      { name: 'list, gateway', sees: list(gateway) },
      {
        name: 'search, gateway',
        sees: async ({ title }) =>
          (await textOf(`${gateway}/api/posts?${search}${encodeURIComponent(title)}`)).includes('"id"'),
      },
      {
        name: 'feed, gateway',
        sees: async ({ title }) => (await textOf(`${gateway}/feed.xml`)).includes(title),
      },
      {
        name: 'front page, gateway',
        sees: async ({ title }) => (await textOf(`${gateway}/`)).includes(title),
      },
      {
        name: 'article, gateway',
        sees: async ({ slug }) => (await fetch(`${gateway}/${slug}`)).status === 200,
      },
      ...readers.map((url, index) => ({ name: `list, reader ${index + 1}`, sees: list(url) })),
    ],
    next(round) {
      const mark = `${Date.now()}-${round}`;
      return { title: `Freshness ${mark}`, slug: `freshness-${mark}` };
    },
    async make({ title, slug }) {
      const data = { title, slug, content: '<p>Measured.</p>', publish_date: new Date().toISOString() };
      const response = await fetch(`${gateway}/api/posts`, {
        method: 'POST',
        headers: editor,
        body: JSON.stringify({ data }),
      });
      const body = (await response.json()) as Partial<OneBody<'post'>>;
      if (!body.data) throw new Error(`the publication was rejected:  ${JSON.stringify(body)}`);
      ids.set(slug, body.data.id);
    },
    async settle({ slug }) {
      await fetch(`${gateway}/api/posts/${ids.get(slug)}`, { method: 'DELETE', headers: editor });
    },
  };
}
