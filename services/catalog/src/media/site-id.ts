import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';

interface SiteDocument {
  _id: 'site';
  siteId: string;
}

/** Returns the random id of the site that owns this database; creates it on first use. Safe to call concurrently. */
export async function readSiteId(connection: Connection): Promise<string> {
  const sites = connection.collection<SiteDocument>('site_id');
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
