import type { FastifyRequest } from 'fastify';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { AuthorizeWrite, HistoryRoutesOptions, TrashRoutesOptions } from '@vidhi/content-service';
import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { requirePostDesk } from './posts/require-post-desk.ts';
import { isView, type RegisterView, type RegisteredView } from './views/register-view.ts';
import type { Visitors } from './views/visitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The view that the request has registered, for the headers of its response. */
    registeredView: RegisteredView | null;
    /** The write is a view, which the counter has stored already. */
    isCountedView: boolean;
  }
}

export interface AuthorizeOptions {
  model: ReadModel;
  registerView: RegisterView;
  visitors: Visitors;
}

const readsDrafts = ({ principal }: FastifyRequest): boolean => hasDesk(principal, 'news', 'publish');

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
 * Allows writes of posts at the desks `news` and `publish`, and all others at `publish`; everybody else may only register
 * a view of a post.
 */
export function createAuthorizeWrite({ model, registerView, visitors }: AuthorizeOptions): AuthorizeWrite {
  async function countView(request: FastifyRequest, id: number | undefined): Promise<object> {
    const record = id === undefined ? undefined : model.store(postCollection.name).find(id);
    if (record === undefined || !(record.isPublished || readsDrafts(request))) throw notFound();
    request.registeredView = await registerView(record.id, visitors.of(request), visitors);
    request.isCountedView = true;
    return {};
  }

  return ({ request, collection, action, id, data }) => {
    const isPostUpdate = collection.name === postCollection.name && action === 'update';
    if (isPostUpdate && isView(data)) return countView(request, id);
    const { principal } = request;
    if (collection.name === postCollection.name) {
      const current = id === undefined ? undefined : model.get(postCollection.name, id);
      requirePostDesk({ principal, action, current, data });
    } else if (!hasDesk(principal, 'publish')) throw forbidden();
    return undefined;
  };
}
