/** A browser or address from which somebody has logged in to an account; its id is a keyed hash. */
export interface StoredClient {
  kind: 'device' | 'address';
  /** Keyed hash of the cookie or the address: neither can be read from it. */
  client: string;
  usedAt: Date;
}

/** Clients of an account of each kind; those that were used least recently are forgotten beyond it. */
export const MAX_CLIENTS_OF_KIND = 20;

export interface KnownClientRepository {
  /** Those among these clients that are known to the account. */
  find(userId: number, clients: readonly string[]): Promise<StoredClient[]>;
  /** Stores them, and the time for those that are stored. */
  save(userId: number, clients: readonly StoredClient[]): Promise<void>;
  /** Those of an account, last used first. */
  listOf(userId: number): Promise<StoredClient[]>;
  removeAllOf(userId: number): Promise<void>;
  removeUsedBefore(time: Date): Promise<void>;
  removeAll(): Promise<void>;
}

const byLastUse = (a: StoredClient, b: StoredClient): number => b.usedAt.getTime() - a.usedAt.getTime();

/** Returns the clients of one kind beyond the number that is stored. */
export const clientsBeyond = (clients: readonly StoredClient[], kind: StoredClient['kind']): StoredClient[] =>
  clients
    .filter((one) => one.kind === kind)
    .toSorted(byLastUse)
    .slice(MAX_CLIENTS_OF_KIND);

/** Creates an in-memory implementation for tests. */
export function inMemoryKnownClients(): KnownClientRepository {
  const ofUsers = new Map<number, StoredClient[]>();
  const listOf = (userId: number): StoredClient[] => (ofUsers.get(userId) ?? []).toSorted(byLastUse);
  return {
    find: async (userId, clients) => listOf(userId).filter(({ client }) => clients.includes(client)),
    async save(userId, clients) {
      const others = listOf(userId).filter((one) => clients.every(({ client }) => client !== one.client));
      const all = [...clients, ...others];
      const beyond = new Set([...clientsBeyond(all, 'device'), ...clientsBeyond(all, 'address')]);
      ofUsers.set(
        userId,
        all.filter((one) => !beyond.has(one)),
      );
    },
    listOf: async (userId) => listOf(userId),
    async removeAllOf(userId) {
      ofUsers.delete(userId);
    },
    async removeUsedBefore(time) {
      for (const [userId, clients] of ofUsers)
        ofUsers.set(
          userId,
          clients.filter(({ usedAt }) => usedAt >= time),
        );
    },
    async removeAll() {
      ofUsers.clear();
    },
  };
}
