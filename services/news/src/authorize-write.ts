import type { FastifyRequest } from 'fastify';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import type { AuthorizeWrite } from '@vidhi/content-service';
import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from './collections/post.ts';
import { isView, type RegisterView } from './views/register-view.ts';
import type { Visitors } from './views/visitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A cookie to set on the response. */
    newVisitorCookie: string | null;
    /** The write is a view, which the counter has stored already. */
    isCountedView: boolean;
  }
}

export interface AuthorizeOptions {
  model: ReadModel;
  registerView: RegisterView;
  visitors: Visitors;
}

const isEditor = ({ principal }: FastifyRequest): boolean => principal !== null && isStaff(principal.role);

/** Allows writes for editors; everybody else may only register a view of a post. */
export function createAuthorizeWrite({ model, registerView, visitors }: AuthorizeOptions): AuthorizeWrite {
  async function countView(request: FastifyRequest, id: number | undefined): Promise<object> {
    const record = id === undefined ? undefined : model.store(postCollection.name).find(id);
    if (record === undefined || !(record.isPublished || isEditor(request))) throw notFound();
    request.newVisitorCookie = await registerView(record.id, visitors.of(request), visitors);
    request.isCountedView = true;
    return {};
  }

  return ({ request, collection, action, id, data }) => {
    const isPostUpdate = collection.name === postCollection.name && action === 'update';
    if (isPostUpdate && isView(data)) return countView(request, id);
    if (!isEditor(request)) throw forbidden();
    return undefined;
  };
}
