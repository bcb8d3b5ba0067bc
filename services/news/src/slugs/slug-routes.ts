import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import { postCollection } from '../collections/post.ts';
import type { SlugHistory } from './slug-history.ts';

export interface SlugRoutesOptions {
  model: ReadModel;
  history: SlugHistory;
}

const Moved = Type.Object({
  data: Type.Object({
    id: Type.Integer(),
    slug: Type.String(),
    moved: Type.Boolean(),
    category: Type.Union([Type.String(), Type.Null()]),
  }),
});

/** `GET /api/slugs/{slug}`: where the post is that has, or once had, this slug. */
export async function slugRoutes(app: FastifyInstance, { model, history }: SlugRoutesOptions): Promise<void> {
  app.get<{ Params: { slug: string } }>(
    '/slugs/:slug',
    { schema: { response: { 200: Moved } } },
    async ({ params: { slug } }) => {
      model.publishDue();
      const posts = model.store(postCollection.name);
      const current = model.findUnique(postCollection.name, 'slug', slug);
      const id =
        current !== undefined && posts.find(current.id)?.isPublished === true ? current.id : history.find(slug);
      const record = id === undefined ? undefined : posts.find(id);
      if (record?.isPublished !== true) throw notFound();
      const post = posts.toStored(record);
      const categoryIds = Array.isArray(post['categories']) ? post['categories'] : [];
      const category = categoryIds
        .map((categoryId: number) => model.get('category', categoryId)?.['slug'])
        .find((found) => typeof found === 'string');
      const now = typeof post['slug'] === 'string' ? post['slug'] : slug;
      return {
        data: {
          id: record.id,
          slug: now,
          moved: now !== slug,
          category: typeof category === 'string' ? category : null,
        },
      };
    },
  );
}
