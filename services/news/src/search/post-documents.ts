import { createHash } from 'node:crypto';
import { documentsOf, type IndexedDocument, type ReadModel } from '@vidhi/content-engine';
import type { SearchedDocument } from '@vidhi/content-service/search.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';

/** Reads posts as the search indexes them. */
export interface PostDocuments {
  /** A published post; undefined for any other id. */
  find(id: number): IndexedDocument | undefined;
  /** Changes with anything that is indexed; computed without reading the text. */
  stamp(document: IndexedDocument): string;
  read(document: IndexedDocument): SearchedDocument;
  /** Names of categories, tags and authors. */
  names(document: IndexedDocument): string[];
  time(document: IndexedDocument): number;
}

export function postDocuments(model: ReadModel): PostDocuments {
  const posts = documentsOf(model, postCollection);
  const categories = documentsOf(model, categoryCollection);
  const tags = documentsOf(model, tagCollection);
  const users = documentsOf(model, userCollection);
  const guests = documentsOf(model, newsAuthorCollection);
  const time = (document: IndexedDocument): number =>
    posts.time(document, 'publish_date') ?? posts.time(document, 'publishedAt') ?? 0;
  const names = (document: IndexedDocument): string[] => [
    ...posts
      .linked(document, 'categories', categories)
      .map((category) => categories.read(category, 'title') || categories.read(category, 'name') || ''),
    ...posts.linked(document, 'tags', tags).map((tag) => tags.read(tag, 'name') ?? ''),
    ...posts.linked(document, 'guest_author', guests).map((guest) => guests.read(guest, 'name') ?? ''),
    ...posts
      .linked(document, 'user', users)
      .map((user) => `${users.read(user, 'first_name') ?? ''} ${users.read(user, 'last_name') ?? ''}`.trim()),
  ];
  /** Words by which a post was always found: its slug, and names and slugs of its categories and their parents. */
  const keywords = (document: IndexedDocument): string => {
    const own = posts.linked(document, 'categories', categories);
    const parents = own.flatMap((category) => categories.linked(category, 'parent_category', categories));
    return [
      posts.read(document, 'slug') ?? '',
      posts.read(document, 'newstags') ?? '',
      ...[...own, ...parents].flatMap((category) =>
        (['name', 'title', 'slug'] as const).map((name) => categories.read(category, name) ?? ''),
      ),
    ].join(' \n ');
  };
  const contentPosition = posts.store.schema.columnsByName.get('content')?.position ?? -1;
  const stamp = (document: IndexedDocument): string => {
    const content = document.values[contentPosition] as { length?: number } | string | null | undefined;
    const parts = [
      posts.read(document, 'title'),
      posts.time(document, 'updatedAt'),
      posts.read(document, 'html_version'),
      time(document),
      content?.length ?? 0,
      names(document),
      keywords(document),
    ];
    return createHash('sha1').update(JSON.stringify(parts)).digest('base64');
  };
  return {
    find(id) {
      const found = posts.store.find(id);
      return found?.isPublished === true ? found : undefined;
    },
    stamp,
    read: (document) => ({
      id: document.id,
      stamp: stamp(document),
      time: time(document),
      title: posts.read(document, 'title') ?? '',
      html: posts.read(document, 'content') ?? '',
      names: names(document),
      keywords: keywords(document),
    }),
    names,
    time,
  };
}
