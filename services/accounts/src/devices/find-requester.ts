import type { FastifyRequest } from 'fastify';
import type { UserRepository } from '../users/user-repository.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { KnownClient, KnownClients } from './known-clients.ts';

/**
 * Resolves with the client of a request, if it has logged in to the account with this e-mail address before. Takes as long
 * for an address of no account.
 */
export type FindRequester = (
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  email: string,
) => Promise<KnownClient | null>;

export const createFindRequester =
  (dependencies: {
    users: Pick<UserRepository, 'findByEmail'>;
    deviceCookie: Pick<DeviceCookie, 'read'>;
    knownClients: Pick<KnownClients, 'find'>;
  }): FindRequester =>
  async ({ ip, headers }, email) => {
    const { users, deviceCookie, knownClients } = dependencies;
    const user = await users.findByEmail(email);
    return knownClients.find(user?.id ?? null, { ip, device: deviceCookie.read(headers.cookie) });
  };
