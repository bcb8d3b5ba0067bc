import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, oneOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

export const SITE_ID = storedCollection('site_id', { _id: oneOf(['site']), siteId: required(String) });

/** Returns the random id of the site that owns this database; creates it on first use. Safe to call concurrently. */
export async function readSiteId(connection: Connection): Promise<string> {
  const sites = modelOf(connection, SITE_ID);
  try {
    await sites.updateOne({ _id: 'site' }, { $setOnInsert: { siteId: randomUUID() } }, { upsert: true });
  } catch (error) {
    // Another process inserted it concurrently.
    if (!isDuplicateKey(error)) throw error;
  }
  const found = await sites.findOne({ _id: 'site' });
  if (found === null) throw new Error('the id of the site could not be stored');
  return found.siteId;
}
