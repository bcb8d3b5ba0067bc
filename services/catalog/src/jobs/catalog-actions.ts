import { forbidden } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import {
  linkAction,
  type AuthorizeJob,
  type JobAction,
  type JobActions,
} from '@vidhi/content-service/jobs.ts';
import { bookTagCollection, catelogCategoryCollection } from '@vidhi/collections/catalog/book-lists.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { referenceLists } from '@vidhi/collections/catalog/reference-lists.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { deskOf } from '../collections/collection-desks.ts';
import { mergeAction } from '../lists/merge-entries.ts';

/** Takes books out of the shop, or shows them again. */
const visibilityAction = (isHidden: boolean): JobAction => ({
  read: () => ({ params: {}, label: isHidden ? 'Hide' : 'Show' }),
  plan: ({ doc }) =>
    (storedAs(bookCollection, doc).is_hidden === true) === isHidden
      ? null
      : { kind: 'update', patch: { is_hidden: isHidden || null } },
});

const NONE: JobActions = {};

/** Creates what is done with many documents of a collection at once. No action deletes documents of collections that have no trash. */
export function createCatalogActions(model: ReadModel): (collection: Collection) => JobActions {
  const ofBooks: JobActions = {
    hide: visibilityAction(true),
    show: visibilityAction(false),
    categories: linkAction({
      model,
      attribute: 'Category',
      target: catelogCategoryCollection.name,
      words: ['category', 'categories'],
    }),
    tags: linkAction({
      model,
      attribute: 'PropertyList1',
      target: bookTagCollection.name,
      words: ['tag', 'tags'],
    }),
  };
  const byName = new Map<string, JobActions>([
    [bookCollection.name, ofBooks],
    ...referenceLists.map((list) => [list.name, { merge: mergeAction(model, list) }] as const),
  ]);
  return ({ name }) => byName.get(name) ?? NONE;
}

export const authorizeCatalogJob: AuthorizeJob = ({ principal, collection }) => {
  if (!hasDesk(principal, deskOf(collection))) throw forbidden();
};
