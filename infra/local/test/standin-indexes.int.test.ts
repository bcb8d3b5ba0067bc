import { MongoClient, type Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureClassPath } from '../src/jars.mjs';
import { ensureJava } from '../src/java.mjs';
import { startStandin } from '../src/mongo.mjs';
import type { RunningEngine } from '../src/engine-start.mjs';
import { freshDataDir } from './engine-folders.ts';
import { INDEXES, randomOf, read, write, type Doc, type Step } from './standin-steps.ts';

/** Documents of even seeds contain arrays and other values that indexes do not hold. */
const SEEDS = [1, 2, 3, 4];
const WRITES = 100;
const READS = 12;

/** Resolves with what the driver reports: an error as its code. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return (error as { code?: unknown }).code ?? String(error);
  }
}

describe('the indexes of the MongoDB stand-in', () => {
  const folder = freshDataDir();
  let engine: RunningEngine;
  let client: MongoClient;

  async function begin(): Promise<void> {
    const options = folder.options('mongo');
    const java = await ensureJava(options);
    const classPath = await ensureClassPath('mongo-standin', { ...options, java });
    engine = await startStandin({ java, classPath }, options);
    client = await MongoClient.connect(engine.url);
  }
  beforeAll(begin);
  afterAll(async () => {
    await client.close();
    await engine.stop();
    folder[Symbol.dispose]();
  });

  it.each(SEEDS)('change no result and no order, seed %i', async (seed) => {
    const random = randomOf(seed);
    const database = client.db(`same-${seed}`);
    const indexed = database.collection<Doc>('indexed');
    const plain = database.collection<Doc>('plain');
    for (const [keys, options] of INDEXES) {
      await indexed.createIndex(keys, options);
      if (options?.unique === true) await plain.createIndex(keys, options);
    }
    for (let at = 0; at < WRITES; at += 1) {
      const { title, run } = write(random, seed % 2 === 0);
      expect({ title, reported: await outcome(run(indexed)) }).toEqual({
        title,
        reported: await outcome(run(plain)),
      });
      const reads = Array.from({ length: READS }, () => read(random));
      const [found, expected] = await Promise.all(
        [indexed, plain].map((docs) => Promise.all(reads.map((each) => outcome(each.run(docs))))),
      );
      for (const [which, each] of reads.entries())
        expect({ title: each.title, found: found?.[which] }).toEqual({
          title: each.title,
          found: expected?.[which],
        });
    }
  });

  describe('spare the comparison of other documents', () => {
    const COUNT = 2_000;
    let docs: Collection<Doc>;

    beforeAll(async () => {
      docs = client.db('spared').collection<Doc>('docs');
      await docs.createIndex({ key: 1 }, { unique: true, sparse: true });
      await docs.createIndex({ owner: 1, book: 1 }, { unique: true });
      await docs.createIndex({ state: 1 });
      await docs.createIndex({ due: 1 }, { sparse: true });
      await docs.createIndex({ 'lines.id': 1 });
      await docs.createIndex({ user: 1, at: -1 });
      await docs.insertMany(
        Array.from({ length: COUNT }, (_, _id) => ({
          _id,
          rev: 1,
          key: `k${_id}`,
          owner: _id % 500,
          book: Math.floor(_id / 500),
          state: _id === 7 ? 'OPEN' : 'DONE',
          lines: [{ id: _id }, { id: -_id }],
          user: _id % 200,
          at: new Date(_id * 1_000),
          ...(_id % 2 === 0 ? { due: new Date(_id * 1_000) } : {}),
        })),
      );
    });

    async function examined(): Promise<number> {
      const { metrics } = await client.db('admin').command({ serverStatus: 1 });
      return metrics.queryExecutor.scannedObjects as number;
    }

    it.each<[string, number, Step['run']]>([
      ['of a condition beside the id', 1, () => docs.findOne({ _id: 5, rev: 1 })],
      ['of ids in a list', 3, () => docs.find({ _id: { $in: [1, 2, 3] }, rev: 1 }).toArray()],
      [
        'of ids above another',
        21,
        () =>
          docs
            .find({ _id: { $gt: 10 } })
            .sort({ _id: 1 })
            .limit(20)
            .toArray(),
      ],
      ['of a condition beside a unique key', 1, () => docs.findOne({ key: 'k9', rev: { $gt: 0 } })],
      ['of the first field of a key', 8, () => docs.find({ owner: { $in: [3, 4] } }).toArray()],
      ['of a value', 1, () => docs.findOne({ state: 'OPEN' })],
      ['of a value in an array', 1, () => docs.findOne({ 'lines.id': -12 })],
      ['of a range', 6, () => docs.find({ due: { $lte: new Date(10_000) } }).toArray()],
      [
        'of the earliest',
        5,
        () =>
          docs
            .find({ due: { $exists: true } })
            .sort({ due: 1 })
            .limit(5)
            .toArray(),
      ],
      [
        'of the latest',
        2,
        () =>
          docs
            .find({ due: { $gt: new Date(0) } })
            .sort({ due: -1 })
            .limit(2)
            .toArray(),
      ],
      ['of the latest of a user', 10, () => docs.find({ user: 9 }).sort({ at: -1 }).limit(2).toArray()],
      [
        'of what is due now',
        10,
        () =>
          docs
            .find({ due: { $exists: true }, $expr: { $lte: ['$due', '$$NOW'] } })
            .sort({ due: 1 })
            .limit(10)
            .toArray(),
      ],
      ['of either of two', 2, () => docs.find({ $or: [{ key: 'k4' }, { 'lines.id': 5 }] }).toArray()],
      ['of a count', 1, () => docs.countDocuments({ state: 'OPEN' })],
      ['of an update', 1, () => docs.updateOne({ _id: 30, state: 'DONE' }, { $set: { rev: 2 } })],
      ['of a deletion', 1, () => docs.deleteOne({ 'lines.id': 1_999 })],
    ])('%s: %i', async (_what, most, run) => {
      const before = await examined();
      await run(docs);
      const spared = (await examined()) - before;
      expect(spared).toBeGreaterThan(0);
      expect(spared).toBeLessThanOrEqual(most);
    });

    it('unless no index can', async () => {
      const before = await examined();
      await docs.findOne({ rev: 99 });
      expect((await examined()) - before).toBe(await docs.countDocuments());
    });
  });

  it('are rebuilt after a restart, and dropped with their declaration', async () => {
    const docs = client.db('rebuilt').collection<Doc>('docs');
    await docs.createIndex({ a: 1 });
    await docs.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, a: _id % 25 })));
    await client.close();
    await engine.stop();
    await begin();
    const again = client.db('rebuilt').collection<Doc>('docs');
    const idsOf = async (a: number) => (await again.find({ a }).toArray()).map(({ _id }) => _id);
    expect(await idsOf(3)).toEqual([3, 28]);
    await again.dropIndex('a_1');
    await again.updateOne({ _id: 3 }, { $set: { a: 4 } });
    expect(await idsOf(4)).toEqual([3, 4, 29]);
    await again.createIndex({ a: 1 });
    expect([await idsOf(3), await idsOf(4)]).toEqual([[28], [3, 4, 29]]);
  });
});
