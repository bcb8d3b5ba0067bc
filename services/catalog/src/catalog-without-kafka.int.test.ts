import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import type { LiveModel } from '@vidhi/content-service';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { aProfile } from './catalog-builder.ts';
import { openCatalogData } from './model/catalog-data.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { createCatalogCopies } from './copies/copies.ts';
import { catalogTopics } from './topics.ts';

const anEvent = (type: string, data: object): Envelope => ({
  id: `${type}:1:1`,
  type,
  v: 1,
  aggregateId: '1',
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { rev: 1, ...data },
});
const siteOption = (rule36_mode: boolean): Envelope =>
  anEvent('site-option.changed', { collection: 'site-option', doc: { id: 1, rule36_mode } });

describe('a catalogue that starts while Kafka is away', () => {
  let database: FreshDatabase;
  let connection: Connection;
  let dataDir: string;
  let live: LiveModel | undefined;

  beforeEach(async () => {
    database = freshDatabase('catalog-alone');
    connection = await createConnection(database.url).asPromise();
    dataDir = mkdtempSync(join(tmpdir(), 'vidhi-catalog-'));
  });
  afterEach(async () => {
    await live?.close();
    await database.drop();
    await connection.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = () =>
    openCatalogData({
      connection,
      client: connectKafka({ brokers: '127.0.0.1:1', clientId: 'catalog-alone' }),
      topics: catalogTopics(''),
      dataDir,
    });

  /** Stores a profile, hears these events, and starts without the broker. */
  async function start(...received: Envelope[]): Promise<void> {
    const copies = createCatalogCopies(connection);
    for (const event of received) expect(await copies.apply(event)).toBe('applied');
    const { id: _id, ...values } = aProfile(1);
    await connection
      .collection<{ _id: number; rev: number }>('lawyers')
      .insertOne({ _id: 1, rev: 1, ...values });
    const data = open();
    ({ live } = data);
    await live.ready;
  }
  const price = (): unknown => live?.model.get(lawyerCollection.name, 1)?.['Price'];

  it('is ready with the names that it has heard, and says its age', async () => {
    await start(anEvent('user.registered', { id: 9, first_name: 'Asha', last_name: 'Rao', role: 5 }));
    expect(live?.model.get('user', 9)).toMatchObject({ first_name: 'Asha', last_name: 'Rao' });
    expect([live?.isReady(), (live?.ageSeconds() ?? 0) > 0]).toEqual([true, true]);
  });

  it.each([
    ['hides', 'on', [siteOption(true)], null],
    ['shows', 'off', [siteOption(false)], 1001],
    ['hides', 'unknown', [], null],
  ] as const)(
    '%s what Rule 36 hides where the mode was last heard to be %s',
    async (_does, _mode, received, expected) => {
      await start(...received);
      expect(price()).toBe(expected);
    },
  );
});
