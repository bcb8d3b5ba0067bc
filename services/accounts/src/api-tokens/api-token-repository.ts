import type { Connection } from 'mongoose';
import {
  modelOf,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Tokens of other software. A token itself is stored nowhere. */
export const API_TOKENS = storedCollection(
  'api_tokens',
  {
    _id: required(String),
    /** SHA-256 of the token. */
    hash: required(String),
    hint: required(String),
    name: required(String),
    scopes: required([String]),
    createdBy: required(Number),
    createdAt: required(Date),
    expiresAt: required(Date),
    /** To the minute. */
    lastUsedAt: requiredOrNull(Date),
  },
  [{ fields: { hash: 1 }, unique: true }],
);
export type StoredApiToken = StoredDocument<typeof API_TOKENS>;

export interface ApiTokenRepository {
  insert(token: StoredApiToken): Promise<void>;
  /** All tokens, the newest first. */
  list(): Promise<StoredApiToken[]>;
  find(id: string): Promise<StoredApiToken | null>;
  findByHash(hash: string): Promise<StoredApiToken | null>;
  /** Does nothing where it is gone already. */
  remove(id: string): Promise<void>;
  setUsed(id: string, at: Date): Promise<void>;
}

export function mongoApiTokens(connection: Connection): ApiTokenRepository {
  const tokens = modelOf(connection, API_TOKENS);
  return {
    async insert(token) {
      await tokens.insertOne(token);
    },
    list: () => tokens.find({}).sort({ createdAt: -1, _id: 1 }),
    find: (id) => tokens.findOne({ _id: id }),
    findByHash: (hash) => tokens.findOne({ hash }),
    async remove(id) {
      await tokens.deleteOne({ _id: id });
    },
    async setUsed(id, at) {
      await tokens.updateOne({ _id: id }, { $set: { lastUsedAt: at } });
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryApiTokens(): ApiTokenRepository {
  const stored = new Map<string, StoredApiToken>();
  return {
    async insert(token) {
      stored.set(token._id, { ...token });
    },
    list: async () => [...stored.values()].toReversed(),
    find: async (id) => stored.get(id) ?? null,
    findByHash: async (hash) => [...stored.values()].find((token) => token.hash === hash) ?? null,
    async remove(id) {
      stored.delete(id);
    },
    async setUsed(id, at) {
      const token = stored.get(id);
      if (token !== undefined) stored.set(id, { ...token, lastUsedAt: at });
    },
  };
}
