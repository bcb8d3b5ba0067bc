import { unavailable } from '@vidhi/contracts/errors.ts';
import type { SeenPosts } from './seen-posts.ts';
import type { ViewCounter } from './view-counter.ts';

export interface RegisterViewOptions {
  seen: SeenPosts;
  counter: ViewCounter;
}

/**
 * Counts a view once for a visitor, a post and a day; under the other key too, by which the visitor may come
 * back. Throws 503 when it could not be stored.
 */
export type RegisterView = (postId: number, visitor: string, alsoKnownAs?: string | null) => Promise<void>;

export const createRegisterView =
  ({ seen, counter }: RegisterViewOptions): RegisterView =>
  async (postId, visitor, alsoKnownAs = null) => {
    if (await seen.isFirst(visitor, postId)) {
      try {
        await counter.add(postId);
      } catch {
        await seen.forget(visitor, postId);
        throw unavailable();
      }
    }
    if (alsoKnownAs !== null) await seen.isFirst(alsoKnownAs, postId);
  };

/** A body whose `data` has nothing but a view count: the reader's call, whoever makes it. */
export function isView(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  const keys = Object.keys(data);
  return keys.length === 1 && keys[0] === 'views_count';
}
