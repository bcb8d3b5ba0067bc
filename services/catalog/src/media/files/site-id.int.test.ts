import { expect, it } from 'vitest';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { readSiteId } from './site-id.ts';

it('is created once per database, also by processes that start concurrently', async () => {
  const [mine, other] = [freshDatabase('site'), freshDatabase('site')];
  const connections = [await connectMongo(mine.url), await connectMongo(other.url)] as const;
  const [connection, otherConnection] = connections;
  const ids = await Promise.all([readSiteId(connection), readSiteId(connection), readSiteId(connection)]);
  expect(new Set(ids).size).toBe(1);
  expect(await readSiteId(connection)).toBe(ids[0]);
  expect(await readSiteId(otherConnection)).not.toBe(ids[0]);
  for (const each of connections) await each.close();
  await mine.drop();
  await other.drop();
});
