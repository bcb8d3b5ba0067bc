import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import type { FoundSubject } from '@vidhi/contracts/post-search.ts';
import { matchNames } from '@vidhi/content-service/search.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { hasPublished } from '../authors/find-author.ts';

const MAX_OF_KIND = 3;

function* categories(model: ReadModel): Generator<FoundSubject> {
  for (const { id, slug, title, name } of documentsOf(model, categoryCollection).list()) {
    const label = title || name || '';
    if (slug !== null && slug !== '' && label !== '') yield { kind: 'category', id, name: label, slug };
  }
}

function* tags(model: ReadModel): Generator<FoundSubject> {
  for (const { id, slug, name } of documentsOf(model, tagCollection).list())
    if (slug !== null && slug !== '' && name !== null && name !== '') yield { kind: 'tag', id, name, slug };
}

/** Authors with a published post: the public may know of no other account. */
function* authors(model: ReadModel): Generator<FoundSubject> {
  const slugs = new Map<number, string>();
  for (const { id, name, slug, user } of documentsOf(model, newsAuthorCollection).list()) {
    if (user !== null && slug !== null) slugs.set(user, slug);
    else if (name !== null && slug !== null && hasPublished(model, 'guest_author', id))
      yield { kind: 'author', id, name, slug };
  }
  for (const { id, first_name: first, last_name: last } of documentsOf(model, userCollection).list()) {
    const name = `${first ?? ''} ${last ?? ''}`.trim();
    if (name !== '' && hasPublished(model, 'user', id))
      yield { kind: 'author', id, name, slug: slugs.get(id) ?? null };
  }
}

const nameOf = ({ name }: FoundSubject): string => name;

/** Returns categories, tags and authors whose names have the words of a text, up to `limit` of each. */
export function findSubjects(model: ReadModel, text: string, limit = MAX_OF_KIND): FoundSubject[] {
  if (text.trim() === '') return [];
  return [
    ...matchNames(categories(model), text, limit, nameOf),
    ...matchNames(tags(model), text, limit, nameOf),
    ...matchNames(authors(model), text, limit, nameOf),
  ];
}
