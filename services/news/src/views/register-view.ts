import { unavailable } from '@vidhi/contracts/errors.ts';
import type { SeenPosts } from './seen-posts.ts';
import type { ViewCounter } from './view-counter.ts';
import type { ViewLimit } from './view-limit.ts';
import type { Visitor, Visitors } from './visitor.ts';

export interface RegisterViewOptions {
  seen: SeenPosts;
  counter: ViewCounter;
  limit: ViewLimit;
}

/**
 * Counts a view once for a visitor, a post and a day. A visitor without valid cookie is counted within the
 * limit of the IP address; resolves with the cookie to set, under which the view is recorded too. Throws 503
 * when the view could not be stored.
 */
export type RegisterView = (
  postId: number,
  visitor: Visitor,
  visitors: Pick<Visitors, 'create'>,
) => Promise<string | null>;

export const createRegisterView =
  ({ seen, counter, limit }: RegisterViewOptions): RegisterView =>
  async (postId, { key, address, hasCookie }, visitors) => {
    if (await seen.isFirst(key, postId)) {
      if (!limit.takeAddressView(address) || (!hasCookie && !limit.takeView(address, postId))) {
        await seen.forget(key, postId);
        return null;
      }
      try {
        await counter.add(postId);
      } catch {
        await seen.forget(key, postId);
        throw unavailable();
      }
    }
    if (hasCookie || !limit.takeCookie(address)) return null;
    const created = visitors.create();
    await seen.isFirst(created.key, postId);
    return created.setCookie;
  };

/** Returns whether `data` of a body contains only a view count, and so registers a view. */
export function isView(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  const keys = Object.keys(data);
  return keys.length === 1 && keys[0] === 'views_count';
}
