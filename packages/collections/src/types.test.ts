import { describe, expectTypeOf, it } from 'vitest';
import type { Attributes, ListBody, OneBody, Stored, Unchecked, Wire } from './all.ts';
import type { CollectionDeclaration, WithoutTypos } from './declaration.ts';

describe('a stored document', () => {
  it('has the attributes of the declaration, and null for what is not set', () => {
    expectTypeOf<Stored<'post'>['title']>().toEqualTypeOf<string | null>();
    expectTypeOf<Stored<'post'>['views_count']>().toEqualTypeOf<number | null>();
    expectTypeOf<Stored<'post'>['trending']>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Stored<'post'>['old_slugs']>().toEqualTypeOf<unknown>();
    expectTypeOf<Stored<'site-ad'>['type']>().toEqualTypeOf<
      'Side Bar' | 'One Column into List' | 'Two Column into List' | 'Inner Content' | null
    >();
  });

  it('has the ids of related documents', () => {
    expectTypeOf<Stored<'post'>['tags']>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<Stored<'post'>['user']>().toEqualTypeOf<number | null>();
    expectTypeOf<Stored<'post'>['image']>().toEqualTypeOf<number | null>();
    expectTypeOf<Stored<'book'>['SecondaryImageIds']>().toEqualTypeOf<readonly number[]>();
  });

  it('has times where its collection has them', () => {
    expectTypeOf<Stored<'post'>>().toHaveProperty('publishedAt');
    expectTypeOf<Stored<'tag'>>().toHaveProperty('updatedAt');
    expectTypeOf<Stored<'tag'>>().not.toHaveProperty('publishedAt');
    expectTypeOf<Stored<'user'>>().not.toHaveProperty('createdAt');
  });

  it('has no inverse side of a relation', () => {
    expectTypeOf<Stored<'category'>>().toHaveProperty('parent_category');
    expectTypeOf<Stored<'category'>>().not.toHaveProperty('posts');
    expectTypeOf<Stored<'publisher'>>().not.toHaveProperty('books');
  });
});

describe('an entity in a response', () => {
  it('leads through relations to entities of the other collections', () => {
    const slugOfParent = ({ attributes }: Wire<'post'>) =>
      attributes.categories?.data[0]?.attributes.parent_category?.data?.attributes.slug;
    expectTypeOf(slugOfParent).returns.toEqualTypeOf<string | null | undefined>();
    const author = ({ attributes }: Wire<'post'>) => attributes.user?.data?.attributes.first_name;
    expectTypeOf(author).returns.toEqualTypeOf<string | null | undefined>();
    const url = ({ attributes }: Wire<'book'>) => attributes.SecondaryImageIds?.data?.[0]?.attributes.url;
    expectTypeOf(url).returns.toEqualTypeOf<string | null | undefined>();
    const titles = ({ attributes }: Wire<'publisher'>) => attributes.books?.data[0]?.attributes.Title;
    expectTypeOf(titles).returns.toEqualTypeOf<string | null | undefined>();
  });

  it('has no private attribute', () => {
    expectTypeOf<Attributes<'post'>>().toHaveProperty('newstags');
    expectTypeOf<Attributes<'post'>>().not.toHaveProperty('old_slugs');
    expectTypeOf<Attributes<'lawyer'>>().not.toHaveProperty('suspended');
  });

  it('is in the body of a list and of one document', () => {
    expectTypeOf<ListBody<'post'>['data'][number]>().toEqualTypeOf<Wire<'post'>>();
    expectTypeOf<OneBody<'post'>['data']>().toEqualTypeOf<Wire<'post'>>();
  });

  it('has the same names where its values are not checked yet', () => {
    expectTypeOf<Unchecked<'post'>['title']>().toEqualTypeOf<unknown>();
    expectTypeOf<keyof Unchecked<'post'>>().toEqualTypeOf<keyof Attributes<'post'>>();
  });

  it('has no attribute that is not declared', () => {
    expectTypeOf<Attributes<'post'>>().not.toHaveProperty('titel');
    expectTypeOf<Stored<'post'>>().not.toHaveProperty('titel');
  });
});

describe('a declaration', () => {
  const base = {
    name: 'note',
    plural: 'notes',
    uid: 'api::note.note',
    kind: 'collection',
    owner: 'news',
    draftAndPublish: false,
  } as const;
  type Declared<More> = typeof base & More;
  type Title<Attribute> = Declared<{ attributes: { title: Attribute } }>;
  type Right = Title<{ type: 'string'; required: true }>;
  type Misspelt = Title<{ type: 'string'; requred: true }>;
  type OfMedia = Title<{ type: 'string'; multiple: true }>;
  type Unknown = Declared<{ attributes: Record<never, never>; hidden: true }>;

  it('has no misspelt option, and none of another type', () => {
    expectTypeOf<Right>().toExtend<WithoutTypos<Right>>();
    expectTypeOf<Misspelt>().not.toExtend<WithoutTypos<Misspelt>>();
    expectTypeOf<OfMedia>().not.toExtend<WithoutTypos<OfMedia>>();
    expectTypeOf<Unknown>().not.toExtend<WithoutTypos<Unknown>>();
  });

  it('has a known type and a known owner', () => {
    expectTypeOf<Right>().toExtend<CollectionDeclaration>();
    expectTypeOf<Title<{ type: 'strng' }>>().not.toExtend<CollectionDeclaration>();
    expectTypeOf<Omit<Right, 'owner'> & { owner: 'new' }>().not.toExtend<CollectionDeclaration>();
  });
});
