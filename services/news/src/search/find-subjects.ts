import type { ReadModel } from '@vidhi/content-engine';
import { matchNames } from '@vidhi/content-service/search.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';

/** A category, a tag or an author that has a page. */
export interface Subject {
  kind: 'category' | 'tag' | 'author';
  id: number;
  name: string;
  /** Null for authors, whose pages go by id. */
  slug: string | null;
}

const MAX_OF_KIND = 3;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function* slugged(model: ReadModel, kind: 'category' | 'tag'): Generator<Subject> {
  const name = kind === 'category' ? categoryCollection.name : tagCollection.name;
  for (const document of model.list(name)) {
    const slug = textOf(document['slug']);
    const label = textOf(document['title']) || textOf(document['name']);
    if (slug !== '' && label !== '') yield { kind, id: document.id, name: label, slug };
  }
}

/** Authors with a published post: the public may know of no other account. */
function* authors(model: ReadModel): Generator<Subject> {
  const posts = model.store(postCollection.name);
  const relation = posts.schema.relationsByName.get('user');
  if (relation === undefined) return;
  for (const { id, first_name: first, last_name: last } of model.list('user')) {
    const name = `${textOf(first)} ${textOf(last)}`.trim();
    if (name === '') continue;
    if (posts.sourcesOf(relation, id).some((post) => posts.find(post)?.isPublished === true))
      yield { kind: 'author', id, name, slug: null };
  }
}

const nameOf = ({ name }: Subject): string => name;

/** Returns categories, tags and authors whose names have the words of a text, up to `limit` of each. */
export function findSubjects(model: ReadModel, text: string, limit = MAX_OF_KIND): Subject[] {
  if (text.trim() === '') return [];
  return [
    ...matchNames(slugged(model, 'category'), text, limit, nameOf),
    ...matchNames(slugged(model, 'tag'), text, limit, nameOf),
    ...matchNames(authors(model), text, limit, nameOf),
  ];
}
