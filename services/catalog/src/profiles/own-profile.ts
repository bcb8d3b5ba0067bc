import {
  parseQueryString,
  selectList,
  type ListPage,
  type QueryObject,
  type ReadModel,
} from '@vidhi/content-engine';
import { rawQueryOf, type OwnList } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

interface OwnProfileOptions {
  model: ReadModel;
  store: Pick<ContentWrites, 'find'>;
  /** Returns whether the model shows profiles without the attributes that Rule 36 does not allow. */
  isRedacted: () => boolean;
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
  async function withStoredValues({ ids, respond }: ListPage): Promise<Buffer> {
    const found = await Promise.all(ids.map(async (id) => store.find(lawyerCollection, id)));
    const states = found.flatMap((one) => (one === null ? [] : [[one.doc.id, one.doc] as const]));
    return respond({ states: new Map(states) });
  }

  return ({ principal, method, url }, reply, { name }) => {
    if (name !== lawyerCollection.name || method !== 'GET' || principal === null) return undefined;
    const query = ownProfileQuery(rawQueryOf({ url }), principal.userId);
    if (query === null) return undefined;
    const withHidden = { publicationState: 'preview', ...query };
    const page = selectList(model, lawyerCollection.name, withHidden, 'staff');
    void reply.header('cache-control', 'no-store');
    return isRedacted() ? withStoredValues(page) : Promise.resolve(page.respond());
  };
}
