import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError } from '@vidhi/contracts/errors.ts';

/** A link that is neither expired nor revoked. */
export interface PreviewLink {
  /** Fingerprint of its token. */
  id: string;
  postId: number;
  label: string | null;
  /** Id of the account that made it. */
  by: number;
  createdAt: Date;
  expiresAt: Date;
  openedAt: Date | null;
}

export interface NewPreviewLink {
  token: string;
  postId: number;
  label: string | null;
  expiresAt: Date;
  /** Title of the article, for the audit log. */
  title: string | null;
}

/** The part that readers of a preview need. */
export interface LivePreviews {
  /** Resolves null for a token that never was one, and for an expired or a revoked link. */
  find(token: string): Promise<PreviewLink | null>;
  /** Notes that a link was read. */
  opened(id: string): Promise<void>;
}

/** Preview links as staff makes and revokes them. Each of these writes has an entry in the audit log. */
export interface PreviewLinks {
  /** Rejects with 409 where the article has `MAX_LIVE_LINKS`. */
  create(link: NewPreviewLink, actor: Actor & { id: number }): Promise<PreviewLink>;
  /** The live links of an article, the newest first. */
  list(postId: number): Promise<PreviewLink[]>;
  /** Resolves whether the article had this live link. */
  revoke(postId: number, id: string, actor: Actor): Promise<boolean>;
}

export const MAX_LIVE_LINKS = 20;
/** Time for which links that work no more stay, with what the audit log has not received yet. */
export const RETENTION_MS = 30 * 86_400_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const FINGERPRINT_LENGTH = 32;

export const createPreviewToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the id of the link with this token; null for a text that is no token. */
export const previewIdOf = (token: string): string | null =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest('hex').slice(0, FINGERPRINT_LENGTH) : null;

export const tooManyLinks = (): WireError =>
  new WireError(
    409,
    'ConflictError',
    `This article has ${MAX_LIVE_LINKS} preview links. End one that nobody needs any more`,
  );
