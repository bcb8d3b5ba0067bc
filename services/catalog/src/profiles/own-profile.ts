import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import {
  parseQueryString,
  respondList,
  respondOne,
  type QueryObject,
  type ReadModel,
} from '@vidhi/content-engine';
import type { Stored } from '@vidhi/collections/all.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { rawQueryOf, type OwnList } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
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

/** Returns the query if it selects the profile of this user by `filters[users_permissions_user][id][$eq]` alone. */
function ownProfileQuery(raw: string, userId: number): QueryObject | null {
  if (!raw.includes('users_permissions_user')) return null;
  const query = parseQueryString(raw);
  const { filters, populate } = query;
  const requested = JSON.stringify(filters);
  const [own, short] = [{ id: { $eq: String(userId) } }, { $eq: String(userId) }].map((filter) =>
    JSON.stringify({ users_permissions_user: filter }),
  );
  // Relations of relations could be those of others.
  return (requested === own || requested === short) && !isNested(populate) ? query : null;
}

/**
 * Serves lists of profiles that are filtered by the caller's own id: with the profile as it is stored, also while it is
 * hidden or Rule 36 redacts it for others.
 */
export function createOwnProfiles({ model, store, isRedacted }: OwnProfileOptions): OwnList {
  const fileOf = (id: unknown): unknown =>
    typeof id === 'number' && model.get(fileCollection.name, id) !== undefined
      ? (JSON.parse(String(respondOne(model, fileCollection.name, id, '', 'staff'))) as { data: unknown })
          .data
      : null;

  /** Returns the attributes that the response shows without their value. */
  function restored({ attributes }: WireProfile, profile: Stored<'lawyer'>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const name of ['Price', 'Detail1'] as const)
      if (name in attributes) values[name] = profile[name] ?? null;
    if ('PrimaryImageId' in attributes) values['PrimaryImageId'] = { data: fileOf(profile.PrimaryImageId) };
    if ('SecondaryImageIds' in attributes && Array.isArray(profile.SecondaryImageIds)) {
      const files = profile.SecondaryImageIds.map(fileOf).filter((file) => file !== null);
      values['SecondaryImageIds'] = { data: files.length === 0 ? null : files };
    }
    return { ...attributes, ...values };
  }

  async function withStoredValues(body: Buffer): Promise<unknown> {
    const { data, meta } = JSON.parse(String(body)) as { data: WireProfile[]; meta: unknown };
    const profiles = data.map(async (profile) => {
      const found = await store.find(lawyerCollection, profile.id);
      return found === null
        ? profile
        : { ...profile, attributes: restored(profile, storedAs(lawyerCollection, found.doc)) };
    });
    return { data: await Promise.all(profiles), meta };
  }

  return ({ principal, method, url }, reply, { name }) => {
    if (name !== lawyerCollection.name || method !== 'GET' || principal === null) return undefined;
    const query = ownProfileQuery(rawQueryOf({ url }), principal.userId);
    if (query === null) return undefined;
    const withHidden = { publicationState: 'preview', ...query };
    const body = respondList(model, lawyerCollection.name, withHidden, 'staff');
    void reply.header('cache-control', 'no-store');
    return isRedacted()
      ? withStoredValues(body).then((profiles) => JSON.stringify(profiles))
      : Promise.resolve(body);
  };
}
