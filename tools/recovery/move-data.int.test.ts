import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { EngineOptions } from '@vidhi/local/engine-start.mjs';
import { provisionStandin, startMongo, startStandin } from '@vidhi/local/mongo.mjs';
import {
  envWithoutAddresses,
  freshDataDir,
  type EngineFolder,
} from '../../infra/local/test/engine-folders.ts';

const COMMAND = join(import.meta.dirname, 'move-data.ts');
const MONGOD = join(import.meta.dirname, '../../infra/local/test/standin-as-mongod.mjs');
const { Long, Double } = mongoose.mongo;

let folder: EngineFolder;
let bin: string;
beforeEach(() => {
  folder = freshDataDir();
  bin = join(folder.dataDir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'mongod'), `#!/bin/sh\nexec "${process.execPath}" "${MONGOD}" "$@"\n`, {
    mode: 0o755,
  });
});
afterEach(() => folder[Symbol.dispose]());

const withMongod = (): Record<string, string | undefined> => ({
  ...envWithoutAddresses(),
  PATH: `${bin}:${process.env['PATH']}`,
});

/** Runs the command; resolves with its exit code and output. */
const moveData = (args: string[], env = withMongod()): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', COMMAND, ...args],
      { env: { ...env, DATA_DIR: folder.dataDir } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });

async function useClient<Result>(
  url: string,
  use: (client: mongo.MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = new mongoose.mongo.MongoClient(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Starts the engine that a start of the site would choose, and stops it at the end. */
async function useSite<Result>(
  options: EngineOptions,
  use: (client: mongo.MongoClient, kind: string) => Promise<Result>,
): Promise<Result> {
  const engine = await startMongo(options);
  try {
    return await useClient(engine.url, (client) => use(client, engine.kind));
  } finally {
    await engine.stop();
  }
}

async function fill(client: mongo.MongoClient): Promise<void> {
  const posts = client.db('vidhi_news').collection<{ _id: number }>('posts');
  await posts.insertMany([
    { _id: 1, title: 'अनुच्छेद', big: Long.fromString('9007199254740993'), one: new Double(1) },
    { _id: 2, slug: 'second' },
  ] as never[]);
  await posts.createIndex({ slug: 1 }, { unique: true, sparse: true, name: 'slug' });
  await client.db('vidhi_accounts').collection('users').insertOne({ username: 'asha' });
}

/** All documents of the site, in hexadecimal digits, and the names of the indexes of posts. */
async function contentOf(client: mongo.MongoClient): Promise<unknown> {
  const documentsOf = async (database: string, collection: string) =>
    (await client.db(database).collection(collection).find({}, { raw: true }).sort({ _id: 1 }).toArray()).map(
      (document) => Buffer.from(document as unknown as Buffer).toString('hex'),
    );
  return {
    posts: await documentsOf('vidhi_news', 'posts'),
    users: await documentsOf('vidhi_accounts', 'users'),
    indexes: (await client.db('vidhi_news').collection('posts').indexes()).map(({ name }) => name).toSorted(),
  };
}

const standinOnly = (): EngineOptions => ({
  ...folder.options('mongo'),
  env: { ...envWithoutAddresses(), VIDHI_MONGO_DOWNLOAD: '0' },
});
const mongodOnPath = (): EngineOptions => ({ ...folder.options('mongo'), env: withMongod() });

async function fillStandin(): Promise<unknown> {
  return useSite(standinOnly(), async (client) => {
    await fill(client);
    return contentOf(client);
  });
}

describe('a site of the stand-in', () => {
  it('stays on it when a mongod appears, and is moved there and back by the command', async () => {
    const before = await fillStandin();
    await useSite(mongodOnPath(), async (client, kind) => {
      expect(kind).toBe('stand-in');
      expect(await contentOf(client)).toEqual(before);
    });

    const moved = await moveData(['mongod']);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.output).toContain('Moved 2 databases with 3 documents to');
    await useSite(mongodOnPath(), async (client, kind) => {
      expect(kind).toBe('path');
      expect(await contentOf(client)).toEqual(before);
      await client.db('vidhi_accounts').collection('users').insertOne({ username: 'ravi' });
    });
    await expect(startMongo(standinOnly())).rejects.toMatchObject({
      sentence: expect.stringContaining('npm run move-data -- stand-in') as string,
    });

    expect(await moveData(['stand-in'])).toMatchObject({ code: 0 });
    await useSite(mongodOnPath(), async (client, kind) => {
      expect(kind).toBe('stand-in');
      const users = client.db('vidhi_accounts').collection('users');
      expect((await users.find().toArray()).map(({ username }) => username as string)).toEqual([
        'asha',
        'ravi',
      ]);
    });
    const setAside = readdirSync(folder.dataDir).filter((name) => name.includes('.moved-'));
    expect(setAside.map((name) => name.split('.')[0]).toSorted()).toEqual(['mongo', 'mongo-standin']);
  });

  it('is moved to MONGO_URL and back, and to no MongoDB that has a site', async () => {
    const before = await fillStandin();
    const other = freshDataDir();
    onTestFinished(() => other[Symbol.dispose]());
    const options = other.options('mongo');
    const engine = await startStandin(await provisionStandin(options), options);
    try {
      const env = { ...withMongod(), MONGO_URL: engine.url };
      expect(await moveData(['external'], env)).toMatchObject({ code: 0 });
      expect(await useClient(engine.url, contentOf)).toEqual(before);

      const again = await moveData(['external'], env);
      expect(again.code).toBe(1);
      expect(again.output).toContain('Set OLD_MONGO_URL');

      expect(await moveData(['stand-in'], env)).toMatchObject({ code: 0 });
      const full = await moveData(['external'], env);
      expect(full.code).toBe(1);
      expect(full.output).toContain('has documents there already');
      await useSite(standinOnly(), async (client) => expect(await contentOf(client)).toEqual(before));
    } finally {
      await engine.stop();
    }
  });

  it('is moved completely after an interrupted move', async () => {
    const before = await fillStandin();
    mkdirSync(join(folder.dataDir, 'moving', 'mongo'), { recursive: true });
    writeFileSync(join(folder.dataDir, 'moving', 'mongo', 'fake.mv'), 'torn');
    expect(await moveData(['mongod'])).toMatchObject({ code: 0 });
    expect(existsSync(join(folder.dataDir, 'moving'))).toBe(false);
    await useSite(mongodOnPath(), async (client) => expect(await contentOf(client)).toEqual(before));
  });
});

it('--keep chooses one of two engines with data, and sets the other aside', async () => {
  const before = await fillStandin();
  mkdirSync(join(folder.dataDir, 'mongo'));
  writeFileSync(join(folder.dataDir, 'mongo', 'WiredTiger'), '');
  rmSync(join(folder.dataDir, 'mongo-engine.json'));
  await expect(startMongo(standinOnly())).rejects.toThrow('Two engines have data');
  expect(await moveData(['--keep', 'stand-in'])).toMatchObject({ code: 0 });
  await useSite(mongodOnPath(), async (client) => expect(await contentOf(client)).toEqual(before));
  expect(existsSync(join(folder.dataDir, 'mongo'))).toBe(false);
});

it('rejects other words, and a folder without data', async () => {
  expect((await moveData(['postgres'])).output).toContain('usage: npm run move-data');
  expect((await moveData([])).output).toContain('usage: npm run move-data');
  const empty = await moveData(['mongod']);
  expect(empty).toEqual({ code: 1, output: `There are no data to move in ${folder.dataDir}.\n` });
});
