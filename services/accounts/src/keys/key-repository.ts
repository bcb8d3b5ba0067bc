import type { JWK } from 'jose';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  optional,
  required,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';
import type { SealedText } from './key-cipher.ts';
import type { SigningKey } from './signing-key.ts';

export interface KeyRepository {
  list(): Promise<SigningKey[]>;
  /** Resolves false when another process has created this generation first. */
  insert(key: SigningKey): Promise<boolean>;
  remove(generation: number): Promise<void>;
}

/** A stored private key: plain or encrypted. */
export type StoredPrivate = { privateJwk: JWK } | { sealedJwk: SealedText };
export type StoredKey = Omit<SigningKey, 'privateJwk'> & { stored: StoredPrivate };

/** Stores keys, encrypted or not. */
export interface KeyStore {
  list(): Promise<StoredKey[]>;
  insert(key: StoredKey): Promise<boolean>;
  /** Replaces the stored private key with this id. */
  replacePrivate(key: StoredKey): Promise<void>;
  remove(generation: number): Promise<void>;
}

export const SIGNING_KEYS = storedCollection('signing_keys', {
  /** The generation, so that concurrent processes create each once. */
  _id: required(Number),
  kid: required(String),
  /** One of these two. */
  privateJwk: optional(valueOf<JWK>()),
  sealedJwk: optional(valueOf<SealedText>()),
  publicJwk: required(valueOf<JWK>()),
  signsFrom: required(Date),
});

/** Creates a key store in MongoDB. */
export function mongoKeyStore(connection: Connection): KeyStore {
  const keys = modelOf(connection, SIGNING_KEYS);
  return {
    async list() {
      const found = await keys.find({});
      return found.map(({ _id, kid, privateJwk, sealedJwk, publicJwk, signsFrom }) => ({
        generation: _id,
        kid,
        publicJwk,
        signsFrom,
        stored: sealedJwk === undefined ? { privateJwk: privateJwk ?? {} } : { sealedJwk },
      }));
    },
    async insert({ generation, stored, ...key }) {
      try {
        await keys.insertOne({ _id: generation, ...key, ...stored });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async replacePrivate({ generation, kid, stored }) {
      const other = 'sealedJwk' in stored ? 'privateJwk' : 'sealedJwk';
      await keys.updateOne({ _id: generation, kid }, { $set: stored, $unset: { [other]: '' } });
    },
    async remove(generation) {
      await keys.deleteOne({ _id: generation });
    },
  };
}

/** Creates an in-memory implementation for tests; several key rings can share it like processes. */
export function inMemoryKeyStore(): KeyStore {
  const keys = new Map<number, StoredKey>();
  return {
    list: async () => [...keys.values()],
    async insert(key) {
      if (keys.has(key.generation)) return false;
      keys.set(key.generation, key);
      return true;
    },
    async replacePrivate(key) {
      if (keys.get(key.generation)?.kid === key.kid) keys.set(key.generation, key);
    },
    async remove(generation) {
      keys.delete(generation);
    },
  };
}
