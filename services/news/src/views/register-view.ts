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

export interface RegisteredView {
  /** Header `Set-Cookie` of a new visitor; null for others, and beyond the limit of its address. */
  setCookie: string | null;
  /** Whether the view counts only once the client sends it again, with the cookie. */
  isToBeRepeated: boolean;
}

/**
 * Counts one view for each visitor, post and day. A view without a valid cookie counts as that of a new visitor while the address
 * is within its limit for this post. Beyond the limit, the response sets a cookie, and the view counts when the client sends it
 * again with that cookie. Throws 503 when the view could not be stored.
 */
export type RegisterView = (
  postId: number,
  visitor: Visitor,
  visitors: Pick<Visitors, 'create'>,
) => Promise<RegisteredView>;

const DONE: RegisteredView = { setCookie: null, isToBeRepeated: false };

export function createRegisterView({ seen, counter, limit }: RegisterViewOptions): RegisterView {
  async function countKnown(postId: number, key: string, address: string): Promise<void> {
    if (!(await seen.isFirst(key, postId))) return;
    if (!limit.takeAddressView(address)) return seen.forget(key, postId);
    try {
      await counter.add(postId);
    } catch {
      await seen.forget(key, postId);
      throw unavailable();
    }
  }

  async function countNew(postId: number, address: string): Promise<boolean> {
    if (!limit.takeView(address, postId) || !limit.takeAddressView(address)) return false;
    try {
      await counter.add(postId);
    } catch {
      throw unavailable();
    }
    return true;
  }

  return async (postId, { key, address }, visitors) => {
    if (key !== null) {
      await countKnown(postId, key, address);
      return DONE;
    }
    const isCounted = await countNew(postId, address);
    if (!limit.takeCookie(address)) return DONE;
    const created = visitors.create();
    if (isCounted) await seen.isFirst(created.key, postId);
    return { setCookie: created.setCookie, isToBeRepeated: !isCounted };
  };
}

/** Returns whether `data` of a body contains only a view count, and so registers a view. */
export function isView(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  const keys = Object.keys(data);
  return keys.length === 1 && keys[0] === 'views_count';
}
