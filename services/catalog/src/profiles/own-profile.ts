import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { parseQueryString, respondList, respondOne, type ReadModel } from '@vidhi/content-engine';
import { rawQueryOf } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

interface OwnProfileOptions {
  model: ReadModel;
  store: Pick<ContentWrites, 'find'>;
  /** Returns whether the model shows profiles without the attributes that Rule 36 does not allow. */
  isRedacted: () => boolean;
}

interface WireProfile {
  id: number;
  attributes: Record<string, unknown>;
}

const isNested = (populate: unknown): boolean =>
  typeof populate === 'string'
    ? populate.includes('.')
    : typeof populate === 'object' &&
      populate !== null &&
      Object.entries(populate).some(([name, value]) => name === 'populate' || isNested(value));

/** Returns whether a query selects the profile of this user by `filters[users_permissions_user][id][$eq]` alone. */
function requestsOwnProfile(raw: string, userId: number): boolean {
  if (!raw.includes('users_permissions_user')) return false;
  const { filters, populate } = parseQueryString(raw);
  const requested = JSON.stringify(filters);
  const [own, short] = [{ id: { $eq: String(userId) } }, { $eq: String(userId) }].map((filter) =>
    JSON.stringify({ users_permissions_user: filter }),
  );
  // Relations of relations could be those of others.
  return (requested === own || requested === short) && !isNested(populate);
}

/**
 * Serves lists of profiles that are filtered by the caller's own id: with the profile as it is stored, also while it is
 * hidden or Rule 36 redacts it for others. Other queries fall through to the ordinary route.
 */
export function serveOwnProfiles(
  app: FastifyInstance,
  { model, store, isRedacted }: OwnProfileOptions,
): void {
  const fileOf = (id: unknown): unknown =>
    typeof id === 'number' && model.get(fileCollection.name, id) !== undefined
      ? (JSON.parse(String(respondOne(model, fileCollection.name, id, '', 'staff'))) as { data: unknown })
          .data
      : null;

  /** Returns the attributes that the response shows without their value. */
  function restored({ attributes }: WireProfile, doc: StoredDocument): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const name of ['Price', 'Detail1']) if (name in attributes) values[name] = doc[name] ?? null;
    if ('PrimaryImageId' in attributes) values['PrimaryImageId'] = { data: fileOf(doc['PrimaryImageId']) };
    const gallery = doc['SecondaryImageIds'];
    if ('SecondaryImageIds' in attributes && Array.isArray(gallery)) {
      const files = gallery.map(fileOf).filter((file) => file !== null);
      values['SecondaryImageIds'] = { data: files.length === 0 ? null : files };
    }
    return { ...attributes, ...values };
  }

  async function withStoredValues(body: Buffer): Promise<unknown> {
    const { data, meta } = JSON.parse(String(body)) as { data: WireProfile[]; meta: unknown };
    const profiles = data.map(async (profile) => {
      const found = await store.find(lawyerCollection, profile.id);
      return found === null ? profile : { ...profile, attributes: restored(profile, found.doc) };
    });
    return { data: await Promise.all(profiles), meta };
  }

  const lists = new Set(
    [lawyerCollection, ...lawyerCollection.aliases].map(({ plural }) => `/api/${plural}`),
  );
  async function serveOwnProfile(
    { userId }: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const { url } = request;
    if (!lists.has((url.split('?', 1)[0] ?? '').replace(/\/$/, ''))) return undefined;
    const raw = rawQueryOf(request);
    if (!requestsOwnProfile(raw, userId)) return undefined;
    const withHidden = raw.includes('publicationState') ? raw : `${raw}&publicationState=preview`;
    const body = respondList(model, lawyerCollection.name, withHidden, 'staff');
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.send(isRedacted() ? JSON.stringify(await withStoredValues(body)) : body);
  }
  app.addHook('preHandler', (request, reply, done) => {
    const { principal, method } = request;
    if (principal !== null && method === 'GET') return serveOwnProfile(principal, request, reply);
    done();
    return undefined;
  });
}
