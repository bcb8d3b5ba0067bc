import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { startEngines } from '../src/stack.mjs';
import { envWithoutAddresses } from './engine-folders.ts';
import { consume, createTopics, produce } from './kafka-tools.ts';

const DISK = 'size=448m';
const BLOCK = Buffer.alloc(256 * 1024);
const PATIENCE = { timeout: 300_000, interval: 500 };

/** Mounts a small file system; undefined where this process may not mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmdirSync(folder);
  return undefined;
}

const disk = mountDisk();
if (disk === undefined) console.log('The full disk is not tested: mounting a tmpfs is not permitted here.');
afterAll(() => {
  if (disk === undefined) return;
  spawnSync('umount', [disk]);
  rmdirSync(disk);
});

/** Writes until the disk is full. */
function fill(file: string): void {
  const out = openSync(file, 'a');
  try {
    for (let size = BLOCK.length; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(out, BLOCK, 0, size);
      } catch {
        // A smaller block may still fit.
      }
    }
  } finally {
    closeSync(out);
  }
}

describe.runIf(disk !== undefined)('on a full disk', () => {
  it('engines that cannot write restart by themselves when there is space, with all acknowledged writes', async () => {
    const dataDir = join(disk ?? '', 'data');
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const engines = await startEngines({ dataDir, say, env: envWithoutAddresses() });
    const { mongo, kafka, redis } = engines.addresses;
    const client = new MongoClient(mongo, { serverSelectionTimeoutMS: 2_000 });
    const cache = new Redis(redis, { maxRetriesPerRequest: 1, retryStrategy: () => 500 });
    cache.on('error', () => undefined);
    const filler = join(disk ?? '', 'filler');
    interface Entry {
      _id: number;
      text?: string;
    }
    const entries = client.db('test').collection<Entry>('entries');
    const insert = (entry: Entry): Promise<boolean> =>
      entries.insertOne(entry).then(
        () => true,
        () => false,
      );
    const set = (key: string, value: string): Promise<boolean> =>
      cache.set(key, value).then(
        () => true,
        () => false,
      );
    try {
      await createTopics(kafka, ['events', 'filler']);
      await produce(kafka, 'events', ['line 1']);
      expect([await insert({ _id: 1 }), await set('first', '1')]).toEqual([true, true]);

      fill(filler);
      const text = 'x'.repeat(1_000_000);
      let id = 1;
      await expect.poll(() => insert({ _id: (id += 1), text }), PATIENCE).toBe(false);
      await expect.poll(() => set('filler', text), PATIENCE).toBe(false);
      const hasFailed = (name: string): boolean => engines.processes.get(name)?.state() !== 'up';
      const send = produce(
        kafka,
        'filler',
        Array.from({ length: 4 }, () => text),
      );
      send.catch(() => undefined);
      await expect.poll(() => hasFailed('kafka') && hasFailed('mongo'), PATIENCE).toBe(true);

      rmSync(filler);
      await expect.poll(() => insert({ _id: (id += 1) }), PATIENCE).toBe(true);
      await expect.poll(() => set('second', '2'), PATIENCE).toBe(true);
      await expect.poll(() => ['kafka', 'mongo', 'redis'].filter(hasFailed), PATIENCE).toEqual([]);
      await send.catch(() => undefined);
      await produce(kafka, 'events', ['line 2']);
      expect(await entries.findOne({ _id: 1 })).toEqual({ _id: 1 });
      expect(await cache.mget('first', 'second')).toEqual(['1', '2']);
      const events = await consume(kafka, 'events', 2);
      expect(events).toEqual(['line 1', 'line 2']);
    } finally {
      cache.disconnect();
      await client.close();
      await engines.stop();
    }
  }, 600_000);
});
