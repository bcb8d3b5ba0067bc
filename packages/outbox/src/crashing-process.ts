// A service of the crash tests: takes steps with documents of two collections, and ends at a named fail point.
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { connectKafka, silentLogger, type BusLogger } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { openMongo } from '@vidhi/service-kit/mongo.ts';
import { aStep } from './entry-builder.ts';
import { outboxOf, withEntries, type OutboxDocument } from './outbox-document.ts';
import { startOutbox } from './start-outbox.ts';

interface Walker extends OutboxDocument {
  step: number;
}

const setting = (name: string): string => process.env[name] ?? '';
const topic = { name: setting('TOPIC'), partitions: 3, compacted: false };
const say = (text: string): void => void writeSync(1, `${text}\n`);

let hits = 0;
/** Ends or stops this process here, when this is the fail point of this run and was reached this often. */
function failPoint(name: string): void {
  if (name !== setting('FAIL_POINT')) return;
  hits += 1;
  if (hits !== Number(setting('FAIL_AT'))) return;
  say(`at ${name}`);
  process.kill(process.pid, setting('FAIL_SIGNAL') === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL');
}

// As the server of a service does: the pauses between attempts to connect keep no process alive.
const keepAlive = setInterval(() => undefined, 60_000);
const log: BusLogger = { ...silentLogger, warn: (_details, message) => say(message) };
const database = openMongo(setting('MONGO_URL'));
const { connection } = database;
await database.connected;
const producer = createProducer(connectKafka({ brokers: setting('KAFKA_BROKERS'), clientId: 'crashing' }));

const outboxes = (['texts', 'numbers'] as const).map((collection) => {
  const documents = connection.collection<Walker>(collection);
  const outbox = startOutbox({
    connection,
    collection,
    topics: [topic],
    producer: {
      async publishAll(records) {
        failPoint('before-publish');
        await producer.publishAll(records);
        failPoint('after-publish');
      },
    },
    log,
    sweepMs: 200,
    leaseMs: Number(setting('LEASE_MS')),
    onMarked: () => failPoint('after-mark'),
  });
  return { documents, outbox, ids: collection === 'texts' ? ['co_a', 'co_b'] : [1, 2] };
});

async function drained(): Promise<void> {
  for (const { documents } of outboxes)
    while ((await documents.countDocuments({ outboxDue: { $exists: true } })) > 0) await delay(50);
}

/** Returns whether the fail point has not been reached often enough: events may have been published all at once. */
const awaitsFailPoint = (): boolean => setting('FAIL_POINT') !== '' && hits < Number(setting('FAIL_AT'));
const ROUNDS = Number(setting('ROUNDS'));
const MAX_ROUNDS = 20;

for (let round = 1; round <= MAX_ROUNDS; round += 1) {
  for (const { documents, outbox, ids } of outboxes)
    for (const _id of ids) {
      const current = await documents.findOne({ _id }, { projection: { step: 1 } });
      const step = (current?.step ?? 0) + 1;
      const entry = { ...aStep(_id, step), topic: topic.name };
      if (current === null) await documents.insertOne({ _id, step, ...outboxOf([entry]) });
      else
        await documents.updateOne(
          { _id, step: current.step },
          withEntries<Walker>({ $set: { step } }, [entry]),
        );
      failPoint('after-update');
      outbox.notify(_id);
    }
  if (round < ROUNDS) continue;
  await drained();
  if (!awaitsFailPoint()) break;
}

for (const { outbox } of outboxes) await outbox.close();
await producer.close();
await database.close();
clearInterval(keepAlive);
