import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
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

function* categories(model: ReadModel): Generator<Subject> {
  for (const { id, slug, title, name } of documentsOf(model, categoryCollection).list()) {
    const label = title || name || '';
    if (slug !== null && slug !== '' && label !== '') yield { kind: 'category', id, name: label, slug };
  }
}

function* tags(model: ReadModel): Generator<Subject> {
  for (const { id, slug, name } of documentsOf(model, tagCollection).list())
    if (slug !== null && slug !== '' && name !== null && name !== '') yield { kind: 'tag', id, name, slug };
}

/** Authors with a published post: the public may know of no other account. */
function* authors(model: ReadModel): Generator<Subject> {
  const posts = model.store(postCollection.name);
  const relation = posts.schema.relationsByName.get('user');
  if (relation === undefined) return;
  for (const { id, first_name: first, last_name: last } of documentsOf(model, userCollection).list()) {
    const name = `${first ?? ''} ${last ?? ''}`.trim();
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
    ...matchNames(categories(model), text, limit, nameOf),
    ...matchNames(tags(model), text, limit, nameOf),
    ...matchNames(authors(model), text, limit, nameOf),
  ];
}
