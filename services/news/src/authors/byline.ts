import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the author that a write of a post gives it: one, a guest or an account. A write that names an author with an account
 * names the account, so that clients which know accounts alone see it.
 */
export function bylineValues(model: ReadModel, values: Values): Values {
  const { guest_author: guest, user } = values;
  if (typeof guest !== 'number') return typeof user === 'number' ? { guest_author: null } : {};
  const account = documentsOf(model, newsAuthorCollection).get(guest)?.user ?? null;
  return account === null ? { user: null } : { user: account, guest_author: null };
}
