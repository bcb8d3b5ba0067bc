import type { OwnUpdate } from '@vidhi/content-service';
import type { ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { VIEW_REPEAT_HEADER } from '@vidhi/contracts/visitor-cookie.ts';
import { isView, type RegisterView } from './register-view.ts';
import type { Visitors } from './visitor.ts';

export interface CountViewOptions {
  model: ReadModel;
  registerView: RegisterView;
  visitors: Visitors;
}

/** Registers updates of posts that are views, which everybody may send of a post that is visible to them. */
export function createCountView({ model, registerView, visitors }: CountViewOptions): OwnUpdate {
  return ({ request, collection, id, data }, reply) => {
    if (collection.name !== postCollection.name || !isView(data)) return undefined;
    const record = id === undefined ? undefined : model.store(postCollection.name).find(id);
    const readsDrafts = hasDesk(request.principal, 'news', 'publish');
    if (record === undefined || !(record.isPublished || readsDrafts)) throw notFound();
    return async () => {
      const { setCookie, isToBeRepeated } = await registerView(record.id, visitors.of(request), visitors);
      if (setCookie !== null) reply.header('set-cookie', setCookie);
      if (isToBeRepeated) reply.header(VIEW_REPEAT_HEADER, 'true');
    };
  };
}
