import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';

interface SiteDocument {
  _id: 'site';
  siteId: string;
}

/** The id of the site whose database this is: made once, at random, and the same in every process. */
export async function readSiteId(connection: Connection): Promise<string> {
  const sites = connection.collection<SiteDocument>('site_id');
  try {
    await sites.updateOne({ _id: 'site' }, { $setOnInsert: { siteId: randomUUID() } }, { upsert: true });
  } catch (error) {
    // Another process made it at the same moment.
    if (!isDuplicateKey(error)) throw error;
  }
  const found = await sites.findOne({ _id: 'site' });
  if (found === null) throw new Error('the id of the site could not be kept');
  return found.siteId;
}
