import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { Stored } from '@vidhi/collections/all.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { SlugHistory } from '../slugs/slug-history.ts';

export type NewsAuthor = Stored<'news-author'>;

/** An author with a page: by the id of an account, by an entry of `news-authors`, or by both. */
export interface FoundAuthor {
  user: number | null;
  entry: NewsAuthor | null;
}

const ACCOUNT = /^[1-9]\d{0,9}$/;

/** Returns whether a text in the address of an author's page is the id of an account. */
export const isAccountId = (key: string): boolean => ACCOUNT.test(key);

/** Finds an author by the id of an account, by a slug or by a former slug; null where nobody has or had it. */
export function findAuthor(model: ReadModel, history: SlugHistory, key: string): FoundAuthor | null {
  const authors = documentsOf(model, newsAuthorCollection);
  if (isAccountId(key)) {
    const user = Number(key);
    return { user, entry: authors.list().find((author) => author.user === user) ?? null };
  }
  const current = authors.findUnique('slug', key)?.id;
  const ids = [...(current === undefined ? [] : [current]), ...history.find(newsAuthorCollection.name, key)];
  const [entry] = ids.flatMap((id) => authors.get(id) ?? []);
  return entry === undefined ? null : { user: entry.user ?? null, entry };
}

/** Names of the author of a post: the guest's, else that of the account; none for the site itself. */
export function authorNamesOf(
  model: ReadModel,
  { user, guest_author: guest }: Pick<Stored<'post'>, 'user' | 'guest_author'>,
): string[] {
  const entry = guest === null ? undefined : documentsOf(model, newsAuthorCollection).get(guest);
  if (entry !== undefined) return [entry.name ?? ''].filter((name) => name !== '');
  const account = user === null ? undefined : documentsOf(model, userCollection).get(user);
  const name = `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim();
  return name === '' ? [] : [name];
}

/** Ids of the posts that name a guest, drafts included; a copy, as the index changes with each post. */
export function postsOfGuest(model: ReadModel, id: number): readonly number[] {
  const posts = model.store(postCollection.name);
  const relation = posts.schema.relationsByName.get('guest_author');
  return relation === undefined ? [] : [...posts.sourcesOf(relation, id)];
}

/** Returns whether a published post names the account, or the guest. */
export function hasPublished(model: ReadModel, relationName: 'user' | 'guest_author', id: number): boolean {
  const posts = model.store(postCollection.name);
  const relation = posts.schema.relationsByName.get(relationName);
  if (relation === undefined) return false;
  return posts.sourcesOf(relation, id).some((post) => posts.find(post)?.isPublished === true);
}
