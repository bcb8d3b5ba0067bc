import { postCollection } from '@vidhi/collections/news/post.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { WriteAction } from '@vidhi/content-service';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';

interface PostWrite {
  principal: Principal | null;
  action: WriteAction;
  /** The post as it is stored; undefined where there is none. */
  current: StoredDocument | undefined;
  /** The `data` of the body, not validated; undefined for a removal. */
  data: unknown;
}

/**
 * Throws 403 when an account that does not publish names somebody else as the author; `values` are those of a validated write.
 */
export function requireOwnByline(
  principal: Principal | null,
  current: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): void {
  const { user: author = null, guest_author: guest = null } = values;
  const former = storedAs(postCollection, current);
  const isOtherGuest = guest !== null && guest !== former.guest_author;
  if (principal !== null && isOtherGuest && !hasDesk(principal, 'publish'))
    throw forbidden('Articles in the name of somebody else are for the desk "publish"');
  if (principal === null || author === null || author === principal.userId || author === former.user) return;
  if (!hasDesk(principal, 'publish'))
    throw forbidden('Articles in the name of somebody else are for the desk "publish"');
}

const publishedAtOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? (data as { publishedAt?: unknown }).publishedAt : undefined;

/**
 * Throws 403 unless the account may write this post: the desk `publish` any, `news` its own drafts. A new post is published
 * at once unless its body has `publishedAt: null`, as in the reference.
 */
export function requirePostDesk({ principal, action, current, data }: PostWrite): void {
  if (principal === null || !hasDesk(principal, 'news', 'publish')) throw forbidden();
  if (hasDesk(principal, 'publish')) return;
  const publishedAt = publishedAtOf(data);
  const isDraft = action === 'create' ? publishedAt === null : typeof current?.publishedAt !== 'string';
  if (!isDraft || (publishedAt !== undefined && publishedAt !== null))
    throw forbidden('Publishing needs the desk "publish": send publishedAt null for a draft');
  const author = current === undefined ? null : (storedAs(postCollection, current).user ?? null);
  if (author !== null && author !== principal.userId)
    throw forbidden('Drafts of others are for the desk "publish"');
}
