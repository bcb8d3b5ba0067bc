import { Type, type Static } from 'typebox';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { createServiceClient, servicePath, type ServiceClient } from '@vidhi/service-kit/service-client.ts';
import type { User } from '../users/user.ts';

const TIMEOUT_MS = 3_000;

export interface ServiceUrls {
  catalogUrl: string | undefined;
  cartOrdersUrl: string | undefined;
  notifyUrl: string | undefined;
}

/** Data that other services store about a person: the profile, invitations to claim one, and pictures, cart and orders, newsletter and messages. */
export const StoredElsewhere = Type.Object({
  profile: Type.Unknown(),
  /** The decisions of staff about it, and the values that were approved last. */
  profileReview: Type.Unknown(),
  pictures: Type.Unknown(),
  /** Invitations to claim a profile that wait for the address. */
  profileInvitations: Type.Unknown(),
  cart: Type.Unknown(),
  orders: Type.Unknown(),
  newsletter: Type.Unknown(),
  contactMessages: Type.Unknown(),
  grievances: Type.Unknown(),
});
export type StoredElsewhere = Static<typeof StoredElsewhere>;
/** The part of one service. */
const StoredPart = Type.Partial(StoredElsewhere);

type AddressOwner = Pick<User, 'email' | 'confirmed'>;

/**
 * Returns the address of an account, if it is proved to be its owner's: otherwise anybody could register somebody else's.
 */
const provedAddress = ({ email, confirmed }: AddressOwner): string | null => (confirmed ? email : null);

/** Resolves with it. Rejects with 503 while one of the services is unavailable. */
export type FindStoredElsewhere = (user: AddressOwner & { id: number }) => Promise<StoredElsewhere>;

/** Erases what is stored under a confirmed e-mail address alone. Repeatable. Rejects with 503 when it cannot. */
export type EraseByAddress = (user: AddressOwner) => Promise<void>;

export function createStoredElsewhere(urls: ServiceUrls, serviceToken: string) {
  /** Null where the site runs without that service. */
  const clientOf = (url: string | undefined): ServiceClient | null =>
    url === undefined
      ? null
      : createServiceClient({
          url,
          serviceToken,
          timeoutMs: TIMEOUT_MS,
          toError: (cause) => Object.assign(unavailable(), { cause }),
        });
  const catalog = clientOf(urls.catalogUrl);
  const cartOrders = clientOf(urls.cartOrdersUrl);
  const notify = clientOf(urls.notifyUrl);

  const find: FindStoredElsewhere = async (user) => {
    const { id } = user;
    const email = provedAddress(user);
    const parts = await Promise.all([
      catalog?.get(servicePath`/internal/users/${id}/profile`, StoredPart),
      email === null ? {} : catalog?.post('/internal/profile-invitations/of-address', StoredPart, { email }),
      cartOrders?.get(servicePath`/internal/users/${id}/data`, StoredPart),
      email === null ? {} : notify?.post('/internal/personal-data', StoredPart, { email }),
    ]);
    const nothing = {
      profile: null,
      profileReview: null,
      pictures: [],
      profileInvitations: [],
      cart: [],
      orders: [],
      newsletter: null,
      contactMessages: [],
      grievances: [],
    };
    return Object.assign(nothing, ...parts) as StoredElsewhere;
  };
  const erase: EraseByAddress = async (user) => {
    const email = provedAddress(user);
    if (email === null) return;
    await notify?.send('/internal/personal-data/erasure', { email });
    await catalog?.send('/internal/profile-invitations/erasure', { email });
  };
  return { find, erase };
}
