import type { FastifyRequest } from 'fastify';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { type AuthorizeWrite, type ContentWriter, type LiveModel } from '@vidhi/content-service';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { forbidden, unavailable, validationError } from '@vidhi/contracts/errors.ts';
import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { ReadTicket } from '@vidhi/service-kit/read-ticket.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { createRequireOwnPictures } from './profile-pictures.ts';
import { deskOf } from '../collections/collection-desks.ts';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

/**
 * Version of the text that owners declare with an edit of their profile, `DECLARATION` of the pages; raised when the text
 * changes.
 */
const DECLARATION_VERSION = '1';

/** Returns what is stored where an owner makes the declaration. */
export const ownersDeclaration = (at: Date): { version: string; at: string } => ({
  version: DECLARATION_VERSION,
  at: at.toISOString(),
});

const OWNER = 'users_permissions_user';
const RETRY_SECONDS = 2;

type Values = Readonly<Record<string, unknown>>;
type WriteContext = Parameters<ContentWriter['create']>[2];

/**
 * Finds the user who continues a registration: the owner of a valid ticket sent by this site's pages, unless the account
 * has changed since. Null for requests with a token, which then alone identifies the caller.
 */
export type FindRegistrant = (
  request: FastifyRequest,
) => Promise<(Principal & { ticketId: string; expiresAt: number }) | null>;

export const createFindRegistrant =
  (readTicket: ReadTicket, isCurrent: IsCurrent): FindRegistrant =>
  async ({ principal, headers }) => {
    if (principal !== null) return null;
    const ticket = await readTicket(headers);
    return ticket !== null && (await isCurrent(ticket)) ? ticket : null;
  };

const ownsProfiles = (role: number): boolean => role === ROLE.lawyer || role === ROLE.firm;

interface OwnerDependencies {
  store: Pick<ContentWrites, 'find'>;
  findRegistrant: FindRegistrant;
  live: Pick<LiveModel, 'model' | 'untilCurrent'>;
}

function requireValues(data: unknown): Values {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw validationError('Missing "data" payload in the request body');
  return data as Values;
}

/**
 * Lets lawyers and firms create their profile, also under the ticket of their registration, and change it. Owner and kind
 * are those of the account, whatever is sent. Everything else is for staff with the desk of the collection.
 */
export function createAuthorizeProfiles({ store, findRegistrant, live }: OwnerDependencies): AuthorizeWrite {
  const requireOwnPictures = createRequireOwnPictures({ store, live });
  const isKnown = (userId: number): boolean =>
    live.model.store(userCollection.name).find(userId) !== undefined;

  /** Throws 503 while the account, of which a token or ticket was verified, has not reached this service. */
  async function requireKnown(userId: number): Promise<void> {
    if (!isKnown(userId)) await live.untilCurrent();
    if (!isKnown(userId)) throw unavailable(RETRY_SECONDS);
  }

  async function create(request: FastifyRequest, data: unknown): Promise<Values> {
    const owner = request.principal ?? (await findRegistrant(request));
    if (owner === null || !ownsProfiles(owner.role)) throw forbidden();
    await requireKnown(owner.userId);
    const isFirm = owner.role === ROLE.firm;
    // `/api/firms` makes firms of what it gets.
    if (!isFirm && (request.routeOptions.url ?? '').endsWith('/firms')) throw forbidden();
    const values = requireValues(data);
    await requireOwnPictures(values, owner.userId, null);
    return { ...values, [OWNER]: owner.userId, SubCategory2: isFirm ? FIRM : LAWYER };
  }

  async function update(request: FastifyRequest, id: number | undefined, data: unknown): Promise<Values> {
    const { principal } = request;
    if (principal === null || !ownsProfiles(principal.role) || id === undefined) throw forbidden();
    const found = await store.find(lawyerCollection, id);
    if (found?.doc[OWNER] !== principal.userId) throw forbidden();
    const { [OWNER]: _owner, SubCategory2: _kind, ...values } = requireValues(data);
    await requireOwnPictures(values, principal.userId, found.doc);
    return values;
  }

  return async ({ request, collection, action, id, data }) => {
    const { principal } = request;
    if (hasDesk(principal, deskOf(collection))) return undefined;
    if (principal !== null && isStaff(principal.role)) throw forbidden();
    if (collection.name !== lawyerCollection.name || action === 'delete') throw forbidden();
    return action === 'create' ? create(request, data) : update(request, id, data);
  };
}

/** Returns whether the owner declared the facts of this write: pages send it where they show the text. */
function isDeclared({ request: { body } }: WriteContext): boolean {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  return typeof data === 'object' && data !== null && 'declaration' in data && data.declaration === true;
}

/** Returns the account that creates its profile, which has no token while it registers. */
function ownerOf(values: Values, { request }: WriteContext): Actor {
  const actor = actorOf(request);
  const owner = values[OWNER];
  return typeof owner === 'number' ? { ...actor, id: owner } : actor;
}

/**
 * Stores with each write of an owner that it is theirs, and which text they declared with it; none where they did not, as
 * a former declaration was about other facts.
 */
export function withOwnersDeclaration(
  writer: ContentWriter,
  now: () => Date = () => new Date(),
): ContentWriter {
  const isOwners = ({ name }: { name: string }, { request: { principal } }: WriteContext): boolean =>
    name === lawyerCollection.name && (principal === null || !isStaff(principal.role));
  const declaration = (context: WriteContext) => (isDeclared(context) ? ownersDeclaration(now()) : null);
  return {
    ...writer,
    async create(collection, patch, context) {
      if (!isOwners(collection, context)) return writer.create(collection, patch, context);
      const declared = { ...patch, made_by_owner: true, declaration: declaration(context) };
      failPoint('catalog.profile-received');
      const created = await writer.create(collection, declared, {
        ...context,
        actor: ownerOf(patch, context),
      });
      failPoint('catalog.profile-stored');
      return created;
    },
    update: (collection, id, patch, context) =>
      writer.update(
        collection,
        id,
        isOwners(collection, context) ? { ...patch, declaration: declaration(context) } : patch,
        context,
      ),
  };
}
