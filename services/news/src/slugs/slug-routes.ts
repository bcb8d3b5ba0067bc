import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { MovedPost, MovedSubject } from '@vidhi/contracts/slugs.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { withheld } from '../posts/withheld.ts';
import { findSubject, type SubjectKind } from './find-subject.ts';
import { plainSlug } from './plain-slug.ts';
import type { SlugHistory } from './slug-history.ts';

export interface SlugRoutesOptions {
  model: ReadModel;
  history: SlugHistory;
}

const SlugParams = Type.Object({ slug: Type.String() });
const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});

const SUBJECTS: readonly (readonly [string, SubjectKind])[] = [
  ['categories', 'category'],
  ['tags', 'tag'],
];

/**
 * `GET /api/slugs/{slug}`: the post that has or had this slug, or the same but for case, normal form and punctuation around it, 451 for one that a court's order withholds; `GET /api/slugs/categories/{slug}` and
 * `GET /api/slugs/tags/{slug}`: the same for a category or a tag. 404 when no document ever had it.
 */
export async function slugRoutes(app: FastifyInstance, { model, history }: SlugRoutesOptions): Promise<void> {
  app.get<{ Params: { slug: string } }>(
    '/slugs/:slug',
    {
      schema: {
        tags: ['slugs'],
        operationId: 'findPostBySlug',
        summary: 'Finds the post that has, or once had, a slug',
        security: [],
        params: SlugParams,
        response: { 200: MovedPost, 404: ErrorResponse, 451: ErrorResponse },
      },
    },
    async ({ params: { slug } }) => {
      model.publishDue();
      const posts = documentsOf(model, postCollection);
      const categories = documentsOf(model, categoryCollection);
      const plain = plainSlug(slug);
      const withSlug = (wanted: string): readonly number[] => [
        ...[posts.findUnique('slug', wanted)].flatMap((current) => current?.id ?? []),
        ...history.find(postCollection.name, wanted),
      ];
      const candidates = [
        ...withSlug(slug),
        // Punctuation alone is nobody's address.
        ...(plain === '' ? [] : [...withSlug(plain), ...history.findPlain(postCollection.name, plain)]),
      ];
      const record = candidates
        .map((id) => posts.store.find(id))
        .find((found) => found?.isPublished === true);
      const [order] = candidates.flatMap((id) => takedownOf(posts.get(id)) ?? []);
      if (record === undefined) throw order === undefined ? notFound() : withheld(order);
      const category = posts
        .read(record, 'categories')
        .map((categoryId) => categories.get(categoryId)?.slug)
        .find((found) => typeof found === 'string');
      const now = posts.read(record, 'slug') ?? slug;
      return {
        data: {
          id: record.id,
          slug: now,
          moved: now !== slug,
          category: category ?? null,
        },
      };
    },
  );

  for (const [path, kind] of SUBJECTS)
    app.get<{ Params: { slug: string } }>(
      `/slugs/${path}/:slug`,
      {
        schema: {
          tags: ['slugs'],
          operationId: kind === 'category' ? 'findCategoryBySlug' : 'findTagBySlug',
          summary: `Finds the ${kind} that has, or once had, a slug`,
          security: [],
          params: SlugParams,
          response: { 200: MovedSubject, 404: ErrorResponse },
        },
      },
      async ({ params }) => {
        const found = findSubject(model, history, kind, params.slug);
        if (found === null) throw notFound();
        const { document, slug, moved } = found;
        return { data: { id: document.id, slug, moved } };
      },
    );
}
