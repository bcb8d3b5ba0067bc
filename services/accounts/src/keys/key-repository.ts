import type { JWK } from 'jose';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { SigningKey } from './signing-key.ts';

export interface KeyRepository {
  list(): Promise<SigningKey[]>;
  /** Resolves false when another process made this generation first. */
  insert(key: SigningKey): Promise<boolean>;
  remove(generation: number): Promise<void>;
}

interface KeyDocument {
  _id: number;
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
  signsFrom: Date;
}

/** The generation is the document's id, so each is made once however many processes try. */
export function mongoKeyRepository(connection: Connection): KeyRepository {
  const keys = connection.collection<KeyDocument>('signing_keys');
  return {
    async list() {
      const found = await keys.find({}).toArray();
      return found.map(({ _id, kid, privateJwk, publicJwk, signsFrom }) => ({
        generation: _id,
        kid,
        privateJwk,
        publicJwk,
        signsFrom,
      }));
    },
    async insert({ generation, ...key }) {
      try {
        await keys.insertOne({ _id: generation, ...key });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async remove(generation) {
      await keys.deleteOne({ _id: generation });
    },
  };
}

/** The same without an engine, for tests; several key rings may share it, as several processes would. */
export function inMemoryKeys(): KeyRepository {
  const keys = new Map<number, SigningKey>();
  return {
    list: async () => [...keys.values()],
    async insert(key) {
      if (keys.has(key.generation)) return false;
      keys.set(key.generation, key);
      return true;
    },
    async remove(generation) {
      keys.delete(generation);
    },
  };
}
