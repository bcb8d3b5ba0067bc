import { forbidden } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { AuthorizeWrite, HistoryRoutesOptions, TrashRoutesOptions } from '@vidhi/content-service';
import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { withPresentSubjects } from '../slugs/merged-subjects.ts';
import { requirePostDesk } from '../posts/require-post-desk.ts';

/** Returns the check of requests for working copies and revisions: posts as their writes, all others at `publish`. */
export const createAuthorizeHistory =
  (model: ReadModel): HistoryRoutesOptions['authorize'] =>
  ({ principal }, { name }, { id, isRead }) => {
    const isPost = name === postCollection.name;
    if (isPost && !isRead) {
      const current = id === undefined ? undefined : model.get(name, id);
      requirePostDesk({ principal, action: 'update', current, data: {} });
    } else if (!hasDesk(principal, 'publish', ...(isPost ? (['news'] as const) : []))) throw forbidden();
  };

/** The check of requests for the trash: posts as their writes, all others at `publish`. */
export const authorizeTrash: TrashRoutesOptions['authorize'] = ({ principal }, { name }, removed) => {
  const isPost = name === postCollection.name;
  if (!hasDesk(principal, 'publish', ...(isPost ? (['news'] as const) : []))) throw forbidden();
  if (isPost && removed !== null)
    requirePostDesk({ principal, action: 'update', current: removed, data: {} });
};

/**
 * Allows writes of posts at the desks `news` and `publish`, and all others at `publish`. Articles and categories get what the tags
 * and categories that they name were merged into.
 */
export const createAuthorizeWrite =
  (model: ReadModel): AuthorizeWrite =>
  ({ request: { principal }, collection, action, id, data }) => {
    if (collection.name === postCollection.name) {
      const current = id === undefined ? undefined : model.get(postCollection.name, id);
      requirePostDesk({ principal, action, current, data });
      return withPresentSubjects(model, collection.name, data);
    }
    if (!hasDesk(principal, 'publish')) throw forbidden();
    return withPresentSubjects(model, collection.name, data, id);
  };
