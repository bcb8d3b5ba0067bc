import { describe, expectTypeOf, it } from 'vitest';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { ContentCondition, LinkName, SortName, ValueName } from './row.ts';
import { strapiSource, type RowOf } from './source.ts';

type Post = typeof postCollection;
const posts = strapiSource(postCollection, { fields: ['title', 'stage'], populate: ['categories', 'user'] });
type PostRow = RowOf<typeof posts>;
const authors = strapiSource(newsAuthorCollection);
type AuthorRow = RowOf<typeof authors>;

describe('a row of the content API', () => {
  it('has the values that are requested, and all where none are named', () => {
    expectTypeOf<PostRow['title']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<PostRow['stage']>().toEqualTypeOf<
      'in_review' | 'changes_requested' | 'approved' | null | undefined
    >();
    expectTypeOf<PostRow>().not.toHaveProperty('slug');
    expectTypeOf<AuthorRow>().toHaveProperty('slug');
    expectTypeOf<AuthorRow>().toHaveProperty('updatedAt');
    expectTypeOf<AuthorRow>().not.toHaveProperty('old_slugs');
  });

  it('has the relations that are populated, with the values of the linked documents', () => {
    type Category = NonNullable<PostRow['categories']>[number];
    expectTypeOf<Category['name']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Category>().not.toHaveProperty('parent_category');
    expectTypeOf<NonNullable<PostRow['user']>['first_name']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<PostRow>().not.toHaveProperty('tags');
    expectTypeOf<AuthorRow>().not.toHaveProperty('picture');
  });
});

describe('names of attributes', () => {
  it('are those of the declaration, none misspelt and none private', () => {
    expectTypeOf<'title' | 'publishedAt' | 'takedown'>().toExtend<ValueName<Post>>();
    expectTypeOf<'titel'>().not.toExtend<ValueName<Post>>();
    expectTypeOf<'old_slugs'>().not.toExtend<ValueName<Post>>();
    expectTypeOf<'tags' | 'image'>().toExtend<LinkName<Post>>();
    expectTypeOf<'title'>().not.toExtend<LinkName<Post>>();
    expectTypeOf<'id' | 'views_count'>().toExtend<SortName<Post>>();
    expectTypeOf<'view_count'>().not.toExtend<SortName<Post>>();
    expectTypeOf<'tags'>().not.toExtend<SortName<Post>>();
  });

  it('begin the conditions of lists', () => {
    type Path = ContentCondition<Post>[0];
    expectTypeOf<'[title][$eq]' | '[tags][id][$eq]' | '[$or][0][stage][$null]'>().toExtend<Path>();
    expectTypeOf<'[titel][$eq]'>().not.toExtend<Path>();
    expectTypeOf<'title'>().not.toExtend<Path>();
  });
});
