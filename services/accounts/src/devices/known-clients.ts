import { createHmac } from 'node:crypto';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import type { KnownClientRepository, StoredClient } from './known-client-repository.ts';

/** Address and browser of an attempt to log in. */
export interface LoginClient {
  ip: string;
  /** Id in the signed cookie of the browser; null without one. */
  device: string | null;
}

/** A client with which somebody has logged in to the account before. */
export interface KnownClient {
  kind: StoredClient['kind'];
  /** Equal for all attempts of this client for this account. */
  key: string;
}

/** Clients that have logged in to an account before; guesses of others do not count against them. */
export interface KnownClients {
  /** Resolves with the device, else the address, if it is known to the account; takes as long for nobody's (null). */
  find(userId: number | null, client: LoginClient): Promise<KnownClient | null>;
  /** Must be called after each login. */
  remember(userId: number, client: LoginClient): Promise<void>;
}

interface KnownClientsOptions {
  repository: Pick<KnownClientRepository, 'find' | 'save'>;
  /** The first makes the stored hashes; the others are found too, while a secret is changed. */
  secrets: readonly [string, ...string[]];
  now?: () => Date;
}

const DAY_MS = 86_400_000;
/** A client is forgotten after this time without a login. */
export const KNOWN_CLIENT_MS = 180 * DAY_MS;
/** No account has it. */
const NOBODY = 0;

export function createKnownClients(options: KnownClientsOptions): KnownClients {
  const { repository, secrets, now = () => new Date() } = options;

  const hashOf = (secret: string, kind: StoredClient['kind'], value: string): string =>
    createHmac('sha256', secret).update(`known ${kind}: ${value}`).digest('base64url');

  /** An IPv6 client has many addresses of its network. */
  const hashesOf = (secret: string, { ip, device }: LoginClient): Omit<StoredClient, 'usedAt'>[] => [
    { kind: 'address', client: hashOf(secret, 'address', clientNetwork(ip).address) },
    ...(device === null ? [] : [{ kind: 'device' as const, client: hashOf(secret, 'device', device) }]),
  ];

  return {
    async find(userId, client) {
      const hashes = secrets.flatMap((secret) => hashesOf(secret, client)).map((one) => one.client);
      const time = now().getTime();
      const found = (await repository.find(userId ?? NOBODY, hashes)).filter(
        ({ usedAt }) => usedAt.getTime() > time - KNOWN_CLIENT_MS,
      );
      const best = found.find(({ kind }) => kind === 'device') ?? found[0];
      return best === undefined ? null : { kind: best.kind, key: `${userId}:${best.client}` };
    },
    async remember(userId, client) {
      const usedAt = now();
      await repository.save(
        userId,
        hashesOf(secrets[0], client).map((one) => ({ ...one, usedAt })),
      );
    },
  };
}
