import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../src/deadline.mjs';
import { ensureClassPath } from '../src/jars.mjs';
import { ensureJava } from '../src/java.mjs';
import { startStandin } from '../src/mongo.mjs';
import { isPortFree } from '../src/ports.mjs';
import type { RunningEngine, EngineOptions } from '../src/engine-start.mjs';
import { freshDataDir } from './engine-folders.ts';

const MAIN = 'in.vidhi.standin.Standin';
const MEGABYTE = 1024 * 1024;

/** Writes of each of four writers: the same documents are written many times. */
const WRITES_EACH = 1_500;

interface Counter {
  _id: string;
  seq: number;
}

async function start(options: EngineOptions & { heapMb?: number }): Promise<RunningEngine> {
  const java = await ensureJava(options);
  const classPath = await ensureClassPath('mongo-standin', { ...options, java });
  return startStandin({ java, classPath }, options);
}

async function connect(url: string): Promise<MongoClient> {
  const client = await MongoClient.connect(url, { maxPoolSize: 20, serverSelectionTimeoutMS: 60_000 });
  onTestFinished(() => client.close());
  return client;
}

function dataFolder() {
  const folder = freshDataDir();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder;
}

async function startHere(): Promise<{ engine: RunningEngine; client: MongoClient; dataDir: string }> {
  const folder = dataFolder();
  const engine = await start(folder.options('mongo'));
  onTestFinished(() => engine.stop());
  return { engine, client: await connect(engine.url), dataDir: folder.dataDir };
}

describe('the MongoDB stand-in', () => {
  it('is named as such', async () => {
    const { engine } = await startHere();
    expect(engine.kind).toBe('stand-in');
    expect(engine.description).toMatch(/stand-in/);
  });

  it('gives 300 concurrent increments of a counter 300 different results', async () => {
    const { engine } = await startHere();
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect(engine.url)));
    const next = async (client: MongoClient): Promise<number | undefined> => {
      const counters = client.db('test').collection<Counter>('counters');
      const counter = await counters.findOneAndUpdate(
        { _id: 'post' },
        { $inc: { seq: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return counter?.seq;
    };
    const numbers = await Promise.all(Array.from({ length: 50 }, () => clients.map(next)).flat());
    expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
  });

  it('loses no acknowledged write when it is killed under eight writers', async () => {
    const folder = dataFolder();
    let acknowledged = 0;
    for (let round = 0; round < 4; round += 1) {
      const engine = await start(folder.options('mongo'));
      const client = await connect(engine.url);
      const written = await writeUntilKilled(client, engine, round);
      await client.close();
      acknowledged += written.length;

      const again = await start(folder.options('mongo'));
      expect(again.port).toBe(engine.port);
      const reader = await connect(again.url);
      const writes = reader.db('test').collection<Counter>('writes');
      const stored = await writes.find({}, { projection: { _id: 1 } }).toArray();
      const ids = new Set(stored.map(({ _id }) => _id));
      expect(written.filter((id) => !ids.has(id))).toEqual([]);
      const own = await Promise.all(written.slice(-20).map((_id) => writes.findOne({ _id })));
      expect(own.every((document) => document?.seq === 2)).toBe(true);
      await reader.close();
      await again.stop();
    }
    expect(acknowledged).toBeGreaterThan(400);
  });

  it('keeps what was written before SIGTERM', async () => {
    const folder = dataFolder();
    const engine = await start(folder.options('mongo'));
    const client = await connect(engine.url);
    await client.db('test').collection<Counter>('writes').insertOne({ _id: 'last', seq: 1 });
    await client.close();
    await engine.stop();
    const again = await start(folder.options('mongo'));
    onTestFinished(() => again.stop());
    const reader = await connect(again.url);
    expect(await reader.db('test').collection<Counter>('writes').findOne({ _id: 'last' })).toEqual({
      _id: 'last',
      seq: 1,
    });
  });

  it('keeps its file small under sustained writes of the same documents', async () => {
    const { client, dataDir } = await startHere();
    const posts = client.db('test').collection<Counter & { body: string }>('posts');
    const body = 'x'.repeat(2_000);
    const file = join(dataDir, 'mongo-standin', 'store.mv');
    let writes = 0;
    let largest = 0;
    const acknowledged = new Set<string>();
    const write = async (writer: number): Promise<void> => {
      for (let own = 0; own < WRITES_EACH; own += 1) {
        const _id = `${writer}-${own % 100}`;
        await posts.updateOne({ _id }, { $inc: { seq: 1 }, $set: { body } }, { upsert: true });
        acknowledged.add(_id);
        writes += 1;
        if (writes % 500 === 0) largest = Math.max(largest, statSync(file).size);
      }
    };
    await Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer)));
    // 400 documents of 2 KB are 0.8 MB. Each commit rewrites tens of kilobytes of pages; without compaction
    // the file never shrinks.
    expect(largest / MEGABYTE).toBeLessThan(256);
    const small = await pollUntil(() => (statSync(file).size < 32 * MEGABYTE ? true : undefined), {
      withinMs: 60_000,
    });
    expect(small).toBe(true);
    expect(await posts.countDocuments()).toBe(acknowledged.size);
  });

  it('exits with its own code and one line when its port is taken', async () => {
    const { engine } = await startHere();
    const folder = dataFolder();
    const options = folder.options('mongo');
    const java = await ensureJava(options);
    const classPath = await ensureClassPath('mongo-standin', { ...options, java });
    const second = spawnSync(
      java,
      ['-cp', classPath.join(':'), MAIN, String(engine.port), join(folder.dataDir, 'store.mv')],
      { encoding: 'utf8' },
    );
    expect(second.stderr).toContain(`standin: Port ${engine.port} is already taken.\n`);
    expect(second.status).toBe(21);
    const third = startStandin({ java, classPath }, { ...options, port: Number(engine.port) });
    await expect(third).rejects.toMatchObject({
      sentence: `Port ${engine.port} is taken by another program: stop it, or choose another port.`,
    });
  });

  it('reports that its file is in use, and leaves the first process running', async () => {
    const { engine, client, dataDir } = await startHere();
    const second = { ...dataFolder().options('mongo-2'), dataDir };
    await expect(start(second)).rejects.toMatchObject({
      sentence: expect.stringMatching(/data file is in use by another process: stop that one/),
    });
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await isPortFree(Number(engine.port))).toBe(false);
  });

  it('reports that its file is damaged, and does not change it', async () => {
    const folder = dataFolder();
    const home = join(folder.dataDir, 'mongo-standin');
    mkdirSync(home);
    writeFileSync(join(home, 'store.mv'), 'this is not a store'.repeat(1_000));
    await expect(start(folder.options('mongo'))).rejects.toMatchObject({
      sentence: expect.stringMatching(/cannot read its data file/),
    });
    expect(readFileSync(join(home, 'store.mv'), 'utf8')).toMatch(/^this is not a store/);
  });

  it('exits when it runs out of memory, with instructions', async () => {
    const folder = dataFolder();
    const ended = Promise.withResolvers<string>();
    const engine = await start({
      ...folder.options('mongo'),
      heapMb: 24,
      onExit: ({ sentence }) => ended.resolve(sentence),
    });
    onTestFinished(() => engine.stop());
    const client = await connect(engine.url);
    const big = client.db('test').collection('big');
    const overflow = async (): Promise<void> => {
      for (let batch = 0; batch < 16; batch += 1) {
        await big.insertMany(Array.from({ length: 4 }, () => ({ body: 'x'.repeat(MEGABYTE) })));
      }
      await big.find().sort({ body: 1 }).toArray();
    };
    overflow().catch(() => undefined);
    expect(await ended.promise).toMatch(/ran out of memory: give it more with VIDHI_MONGO_HEAP_MB/);
  });

  it.each([
    ['transactions', { insert: 'a', documents: [{ a: 1 }], startTransaction: true, autocommit: false }],
    ['collation', { find: 'a', filter: {}, collation: { locale: 'en' } }],
    ['pipeline updates', { update: 'a', updates: [{ q: {}, u: [{ $set: { a: 1 } }] }] }],
    [
      'partial indexes',
      { createIndexes: 'a', indexes: [{ key: { a: 1 }, name: 'a', partialFilterExpression: {} }] },
    ],
    ['text indexes', { createIndexes: 'a', indexes: [{ key: { a: 'text' }, name: 'a' }] }],
    ['change streams', { aggregate: 'a', pipeline: [{ $changeStream: {} }], cursor: {} }],
  ])('rejects %s, which it would execute incorrectly', async (what, command) => {
    const { client } = await startHere();
    await expect(client.db('test').command(command)).rejects.toThrow(`has no ${what}`);
  });

  it('listens on loopback only', async () => {
    const { engine } = await startHere();
    const listening = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8');
    const port = Number(engine.port).toString(16).toUpperCase().padStart(4, '0');
    const addresses = [...listening.matchAll(/: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:0000 0A/g)];
    const own = addresses.filter(([, , at]) => at === port).map(([, address]) => address);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatch(/^(0100007F|0000000000000000FFFF00000100007F)$/);
  });
});

/**
 * Writes and updates from eight connections until the engine is killed; resolves with the ids of acknowledged
 * updates.
 */
async function writeUntilKilled(
  client: MongoClient,
  engine: RunningEngine,
  round: number,
): Promise<string[]> {
  const writes = client.db('test').collection<Counter>('writes');
  const acknowledged: string[] = [];
  let killed = false;
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; !killed; index += 1) {
      const _id = `${round}-${writer}-${index}`;
      try {
        await writes.insertOne({ _id, seq: 1 });
        await writes.updateOne({ _id }, { $inc: { seq: 1 } });
        acknowledged.push(_id);
      } catch {
        return;
      }
      if (acknowledged.length >= 150 && !killed) {
        killed = true;
        if (engine.pid !== undefined) process.kill(engine.pid, 'SIGKILL');
        // Ends writers that wait for the engine to restart.
        await client.close();
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
  return acknowledged;
}
