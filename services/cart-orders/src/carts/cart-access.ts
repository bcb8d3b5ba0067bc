import type { FastifyRequest } from 'fastify';
import { parseQueryString } from '@vidhi/content-engine';
import { rawQueryOf } from '@vidhi/content-service';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { isFromOwnPage } from '@vidhi/service-kit/own-page.ts';
import type { CartCookie } from './cart-cookie.ts';
import {
  MAX_BATCH_ID_CHARS,
  MIN_BATCH_ID_CHARS,
  guestOwner,
  userOwner,
  type CartOwner,
} from './cart-line.ts';

/** The carts that a request may access, by its token and its Batch_id. */
export interface CartAccess {
  userId: number | null;
  /** The Batch_id that the request itself has, in its body or its query. */
  batchId: string | null;
  /** The carts whose lines it may read and write. Empty for an anonymous request without a Batch_id. */
  owners: readonly CartOwner[];
}

type CartRequest = Pick<FastifyRequest, 'url' | 'method' | 'headers' | 'principal' | 'body'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `filters[Batch_id][$eq]`, `filters[Batch_id]` or `Batch_id`. */
function batchIdOfQuery(raw: string): string | null {
  const { filters, Batch_id } = parseQueryString(raw);
  const filter = isRecord(filters) ? filters['Batch_id'] : undefined;
  return textOf(isRecord(filter) ? filter['$eq'] : filter) ?? textOf(Batch_id);
}

function batchIdOfBody(body: unknown): string | null {
  const data = isRecord(body) ? body['data'] : undefined;
  return isRecord(data) ? textOf(data['Batch_id']) : null;
}

/** Returns whether a Batch_id is long enough to prove access to a cart, because it cannot be guessed. */
const isProof = (batchId: string): boolean =>
  batchId.length >= MIN_BATCH_ID_CHARS && batchId.length <= MAX_BATCH_ID_CHARS;

/** Throws the 400 for a Batch_id that could be guessed. */
export function requireProof(batchId: string | null): string {
  if (batchId !== null && isProof(batchId)) return batchId;
  const message =
    batchId === null
      ? 'Batch_id must be defined.'
      : batchId.length < MIN_BATCH_ID_CHARS
        ? `Batch_id must be at least ${MIN_BATCH_ID_CHARS} characters`
        : `Batch_id must be at most ${MAX_BATCH_ID_CHARS} characters`;
  throw attributeErrors([{ path: ['Batch_id'], message }]);
}

/**
 * Creates a function that reads which carts a request may access: the cart of its user, and those of guests by a Batch_id
 * in body, query or cookie. The cookie counts for reads, and for writes only from pages of this site (CSRF protection).
 */
export function createReadAccess(cookie: CartCookie, publicUrl: URL): (request: CartRequest) => CartAccess {
  return (request) => {
    const { url, method, headers, principal, body } = request;
    const batchId = batchIdOfBody(body) ?? batchIdOfQuery(rawQueryOf({ url }));
    const isRead = method === 'GET' || method === 'HEAD';
    const cookieBatch = isRead || isFromOwnPage(headers, publicUrl) ? cookie.read(headers.cookie) : null;
    const userId = principal?.userId ?? null;
    const guests = [batchId, userId === null ? cookieBatch : null].filter(
      (proof): proof is string => proof !== null && isProof(proof),
    );
    return {
      userId,
      batchId,
      owners: [...(userId === null ? [] : [userOwner(userId)]), ...new Set(guests.map(guestOwner))],
    };
  };
}
