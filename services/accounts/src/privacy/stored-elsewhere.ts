import { unavailable } from '@vidhi/contracts/errors.ts';
import type { User } from '../users/user.ts';

const TIMEOUT_MS = 3_000;

export interface ServiceUrls {
  catalogUrl: string | undefined;
  cartOrdersUrl: string | undefined;
  notifyUrl: string | undefined;
}

/** Data that other services store about a person: the profile and pictures, cart and orders, newsletter and messages. */
export interface StoredElsewhere {
  profile: unknown;
  pictures: unknown;
  cart: unknown;
  orders: unknown;
  newsletter: unknown;
  contactMessages: unknown;
}

type AddressOwner = Pick<User, 'email' | 'confirmed'>;

/**
 * Returns the address of an account, if it is proved to be its owner's: otherwise anybody could register somebody else's.
 */
const provedAddress = ({ email, confirmed }: AddressOwner): string | null => (confirmed ? email : null);

/** Resolves with it. Rejects with 503 while one of the services is unavailable. */
export type FindStoredElsewhere = (user: AddressOwner & { id: number }) => Promise<StoredElsewhere>;

/** Erases what is stored under a confirmed e-mail address alone. Repeatable. Rejects with 503 when it cannot. */
export type EraseByAddress = (user: AddressOwner) => Promise<void>;

export function createStoredElsewhere({ catalogUrl, cartOrdersUrl, notifyUrl }: ServiceUrls, token: string) {
  async function call(url: string, body?: object): Promise<Response> {
    const response = await fetch(url, {
      headers: {
        'x-service-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw Object.assign(unavailable(), { cause });
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw unavailable();
  }
  /** Empty where the site runs without that service. */
  const read = async (url: string | undefined, path: string, body?: object): Promise<object> =>
    url === undefined ? {} : ((await (await call(url + path, body)).json()) as object);

  const find: FindStoredElsewhere = async (user) => {
    const { id } = user;
    const email = provedAddress(user);
    const [catalog, orders, notify] = await Promise.all([
      read(catalogUrl, `/internal/users/${id}/profile`),
      read(cartOrdersUrl, `/internal/users/${id}/data`),
      email === null ? {} : read(notifyUrl, '/internal/personal-data', { email }),
    ]);
    return {
      profile: null,
      pictures: [],
      cart: [],
      orders: [],
      newsletter: null,
      contactMessages: [],
      ...catalog,
      ...orders,
      ...notify,
    };
  };
  const erase: EraseByAddress = async (user) => {
    const email = provedAddress(user);
    if (notifyUrl !== undefined && email !== null)
      await call(`${notifyUrl}/internal/personal-data/erasure`, { email });
  };
  return { find, erase };
}
