import { createHash } from 'node:crypto';
import type { CollectionStore, IndexedDocument, ReadModel } from '@vidhi/content-engine';
import type { SearchedDocument } from '@vidhi/content-service/search.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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

function valueOf(store: CollectionStore, document: IndexedDocument, name: string): unknown {
  const column = store.schema.columnsByName.get(name);
  return column === undefined ? null : store.value(document, column);
}

export function postDocuments(model: ReadModel): PostDocuments {
  const posts = model.store(postCollection.name);
  const targets = (document: IndexedDocument, name: string, target: string): IndexedDocument[] => {
    const relation = posts.schema.relationsByName.get(name);
    const ids = relation === undefined ? [] : (document.links[relation.link] ?? []);
    return ids.flatMap((id) => model.store(target).find(id) ?? []);
  };
  const read = (name: string, document: IndexedDocument, attribute: string): string =>
    textOf(valueOf(model.store(name), document, attribute));
  const post = (document: IndexedDocument, attribute: string): unknown => valueOf(posts, document, attribute);
  const time = (document: IndexedDocument): number =>
    Number(post(document, 'publish_date') ?? post(document, 'publishedAt') ?? 0);
  const names = (document: IndexedDocument): string[] => [
    ...targets(document, 'categories', categoryCollection.name).map(
      (category) =>
        read(categoryCollection.name, category, 'title') || read(categoryCollection.name, category, 'name'),
    ),
    ...targets(document, 'tags', tagCollection.name).map((tag) => read(tagCollection.name, tag, 'name')),
    ...targets(document, 'user', 'user').map((user) =>
      `${read('user', user, 'first_name')} ${read('user', user, 'last_name')}`.trim(),
    ),
  ];
  /** Words by which a post was always found: its slug, and names and slugs of its categories and their parents. */
  const keywords = (document: IndexedDocument): string => {
    const categories = targets(document, 'categories', categoryCollection.name);
    const parent = model.store(categoryCollection.name).schema.relationsByName.get('parent_category');
    const parents = categories.flatMap((category) =>
      (parent === undefined ? [] : (category.links[parent.link] ?? [])).flatMap(
        (id) => model.store(categoryCollection.name).find(id) ?? [],
      ),
    );
    return [
      textOf(post(document, 'slug')),
      textOf(post(document, 'newstags')),
      ...[...categories, ...parents].flatMap((category) => [
        read(categoryCollection.name, category, 'name'),
        read(categoryCollection.name, category, 'title'),
        read(categoryCollection.name, category, 'slug'),
      ]),
    ].join(' \n ');
  };
  const contentPosition = posts.schema.columnsByName.get('content')?.position ?? -1;
  const stamp = (document: IndexedDocument): string => {
    const content = document.values[contentPosition] as { length?: number } | string | null | undefined;
    const parts = [
      ...['title', 'updatedAt', 'html_version'].map((name) => post(document, name)),
      time(document),
      content?.length ?? 0,
      names(document),
      keywords(document),
    ];
    return createHash('sha1').update(JSON.stringify(parts)).digest('base64');
  };
  return {
    find(id) {
      const found = posts.find(id);
      return found?.isPublished === true ? found : undefined;
    },
    stamp,
    read: (document) => ({
      id: document.id,
      stamp: stamp(document),
      time: time(document),
      title: textOf(post(document, 'title')),
      html: textOf(post(document, 'content')),
      names: names(document),
      keywords: keywords(document),
    }),
    names,
    time,
  };
}
