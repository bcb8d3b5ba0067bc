import type { FastifyInstance } from 'fastify';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { CorrectionList } from '@vidhi/contracts/correction-list.ts';
import { pageFrom } from '@vidhi/contracts/paging.ts';
import type { CorrectionIndex, IndexedCorrection } from './correction-index.ts';

export interface CorrectionRoutesOptions {
  model: ReadModel;
  corrections: CorrectionIndex;
}

const PAGE_SIZE = 24;
const PAGE = /^[1-9]\d{0,5}$/;

/** `GET /api/corrections`: the corrections of the articles that readers see, the newest first, 24 on a page. */
export async function correctionRoutes(
  app: FastifyInstance,
  { model, corrections }: CorrectionRoutesOptions,
): Promise<void> {
  const posts = documentsOf(model, postCollection);
  const categories = documentsOf(model, categoryCollection);

  /** None for an article without a page. */
  function withPost({ post, ...correction }: IndexedCorrection) {
    const document = posts.store.find(post);
    if (document?.isPublished !== true) return [];
    const [title, slug] = [posts.read(document, 'title') ?? '', posts.read(document, 'slug') ?? ''];
    if (title.trim() === '' || slug.trim() === '') return [];
    const category = posts
      .read(document, 'categories')
      .map((id) => categories.get(id)?.slug)
      .find((found) => typeof found === 'string');
    return [{ ...correction, post: { id: post, title, slug, category: category ?? null } }];
  }

  app.get<{ Querystring: Record<string, string> }>(
    '/corrections',
    {
      schema: {
        tags: ['corrections'],
        operationId: 'listCorrections',
        summary: 'Lists the corrections of published articles, the newest first, 24 on a page',
        security: [],
        response: { 200: CorrectionList },
      },
    },
    async ({ url }) => {
      model.publishDue();
      const requested = new URL(url, 'http://service').searchParams.get('pagination[page]') ?? '1';
      const page = PAGE.test(requested) ? Number(requested) : 1;
      const all = corrections.list().flatMap(withPost);
      return pageFrom({ page, pageSize: PAGE_SIZE }, all);
    },
  );
}
