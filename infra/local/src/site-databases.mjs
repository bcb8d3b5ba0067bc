import { EngineError } from './engine-error.mjs';
import { settingOf } from './setting.mjs';

/** Names of databases of a site begin with it. */
const DATABASE_PREFIX = 'vidhi_';
const SELECTION_MS = 10_000;

/**
 * The options of the driver for the TLS settings of services (`engine-access.ts` of the service kit).
 * @param {Record<string, string | undefined>} env
 * @returns {{ tls?: true, ca?: string, cert?: string, key?: string }}
 */
export function mongoTls(env) {
  const found = Object.entries({ ca: 'MONGO_CA', cert: 'MONGO_CERT', key: 'MONGO_KEY' }).flatMap(
    ([option, name]) => {
      const value = settingOf(env, name);
      return value === undefined ? [] : [[option, value]];
    },
  );
  return found.length === 0 ? {} : { tls: true, ...Object.fromEntries(found) };
}

/**
 * Whether a MongoDB has no documents of a site. Uses the driver, so that TLS and passwords in the URL work.
 * @param {string} url
 * @param {import('mongodb').MongoClientOptions} [options]
 */
export async function hasNoSite(url, options) {
  // Imported here, because the rest of infra/local works before dependencies are installed.
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: SELECTION_MS, ...options });
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((found) => found.name.startsWith(DATABASE_PREFIX))) {
      const collections = await client.db(name).listCollections({}, { nameOnly: true }).toArray();
      for (const collection of collections.filter((found) => !found.name.startsWith('system.')))
        if ((await client.db(name).collection(collection.name).findOne()) !== null) return false;
    }
    return true;
  } catch (cause) {
    throw new EngineError(
      'MongoDB at the address in MONGO_URL does not respond, or rejects its user: start it, or correct MONGO_URL.',
      { cause },
    );
  } finally {
    await client.close();
  }
}
