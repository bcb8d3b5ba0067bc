import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createRecordFact } from './audit-log.ts';
import { createChainCheck, nextRecord, type AuditRecord } from './audit-record.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { AUDIT_ENTRIES, AUDIT_HEAD } from './audit-collection.ts';
import { mongoAuditRepository } from './mongo-audit-repository.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SCRIPT = path.join(import.meta.dirname, '..', 'server.ts');

const wholeLog = (connection: Connection): Promise<AuditRecord[]> =>
  mongoAuditRepository(connection).after({}, 0, 1_000);

function expectUnbroken(records: readonly AuditRecord[]): void {
  const { add } = createChainCheck();
  expect(records.map(add).filter((problem) => problem !== null)).toEqual([]);
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
}

const FACT = {
  at: '2026-11-28T10:00:00.000Z',
  actor: { id: 7, role: 10, via: 'api' as const },
  action: 'update',
  service: 'news',
  type: 'post',
  id: '1',
  label: null,
  changes: [],
};

/** Gives the tests of a block a database with the indexes of the log. */
function aLog(name: string): { connection: Connection } {
  const database = freshDatabase(name);
  const log = {} as { connection: Connection };
  beforeAll(async () => {
    log.connection = await createConnection(database.url).asPromise();
    await createIndexes(log.connection, [AUDIT_ENTRIES, AUDIT_HEAD]);
  });
  afterAll(async () => {
    await log.connection.close();
    await database.drop();
  });
  return log;
}

describe('the audit log in MongoDB', () => {
  const log = aLog('audit-log');

  it('has each event once, in one chain, when several processes receive all of them', async () => {
    const audit = mongoAuditRepository(log.connection);
    const ids = Array.from({ length: 12 }, (_, index) => `audit:news:post:1:${index}`);
    const consume = async (order: readonly string[]): Promise<void> => {
      const record = createRecordFact(audit);
      for (const eventId of order) await record({ eventId, fact: FACT });
    };
    await Promise.all([consume(ids), consume(ids.toReversed()), consume(ids)]);
    const records = await wholeLog(log.connection);
    expect(records.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
    expectUnbroken(records);
    expect(await audit.count({ type: 'post', id: '1', actorId: 7 })).toBe(12);
    expect(await audit.known([ids[0] ?? '', 'audit:other'])).toEqual([ids[0]]);
    expect((await audit.list({}, { skip: 1, limit: 2 })).map(({ seq }) => seq)).toEqual([11, 10]);
    await audit.removeBefore(new Date(Date.now() + 60_000));
    expect((await wholeLog(log.connection)).map(({ seq }) => seq)).toEqual([12]);
  });
});

describe('an audit log whose head was written by a version that added one fact at a time', () => {
  const log = aLog('audit-former');

  it('goes on, with the record that was decided last', async () => {
    const first = nextRecord({ seq: 0, hash: '' }, { eventId: 'audit:1', fact: FACT }, new Date(0));
    await log.connection
      .collection<{ _id: string }>(AUDIT_HEAD.name)
      .insertOne({ _id: 'head', seq: 1, hash: first.hash, record: first } as { _id: string });
    const record = createRecordFact(mongoAuditRepository(log.connection));
    await Promise.all(['audit:1', 'audit:2'].map((eventId) => record({ eventId, fact: FACT })));
    const records = await wholeLog(log.connection);
    expect(records.map(({ eventId }) => eventId)).toEqual(['audit:1', 'audit:2']);
    expectUnbroken(records);
  });
});

describe('accounts, killed while it changes staff and records it', () => {
  const database = freshDatabase('audit-crash');
  const failPoints = mkdtempSync(path.join(tmpdir(), 'vidhi-audit-'));
  const env = {
    MONGO_URL: database.url,
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    REDIS_URL: testEngines().redisUrl,
    REDIS_PREFIX: `${freshQueuePrefix()}:`,
    SERVICE_TOKEN,
    TOPIC_SUFFIX: freshTopicSuffix(),
    FAIL_POINTS: failPoints,
  };
  let accounts: ServiceProcess;
  let connection: Connection;
  beforeAll(async () => {
    accounts = await startServiceProcess({ script: SCRIPT, env });
    connection = await createConnection(database.url).asPromise();
  });
  afterAll(async () => {
    await accounts.end();
    await connection.close();
    await database.drop();
    rmSync(failPoints, { recursive: true });
  });

  const addStaff = (email: string): Promise<Response> =>
    fetch(`${accounts.url}/internal/staff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': SERVICE_TOKEN },
      body: JSON.stringify({ email, role: 'editor', ifAbsent: true, password: 'a long password' }),
    });

  const POINTS = [
    'accounts.account-stored',
    'accounts.event-published',
    'accounts.audit-received',
    'accounts.audit-advanced',
  ];

  it('has each change in the log, once', async () => {
    for (const [index, point] of POINTS.entries()) {
      writeFileSync(path.join(failPoints, point), '1');
      // Sent again where a busy machine rejects it: an account that exists is not changed.
      await expect
        .poll(
          async () => {
            await addStaff(`staff${index}@example.in`).catch(() => undefined);
            return existsSync(path.join(failPoints, `${point}.fired`));
          },
          { timeout: 300_000 },
        )
        .toBe(true);
      await accounts.end().catch(() => undefined);
      accounts = await startServiceProcess({ script: SCRIPT, env });
      expect((await addStaff(`staff${index}@example.in`)).status).toBe(200);
    }
    await expect
      .poll(async () => (await wholeLog(connection)).length, { timeout: 300_000 })
      .toBe(POINTS.length);
    const records = await wholeLog(connection);
    expectUnbroken(records);
    const users = await connection.collection<{ _id: number }>('users').find().toArray();
    expect(records.map(({ id }) => id).toSorted()).toEqual(users.map(({ _id }) => String(_id)).toSorted());
  });
});
