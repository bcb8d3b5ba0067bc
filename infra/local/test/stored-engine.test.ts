import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { provisionMongo } from '../src/mongo.mjs';
import { hostsOf, localEngineOf, recordEngine, requireSameData } from '../src/stored-engine.mjs';

const FILES = { 'stand-in': ['mongo-standin', 'store.mv'], mongod: ['mongo', 'WiredTiger'] } as const;

/** Returns a new data folder with the files of these engines. */
function folderOf(...engines: (keyof typeof FILES)[]): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const engine of engines) {
    const [folder, file] = FILES[engine];
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, file), '');
  }
  return dataDir;
}

/** Returns an empty folder with a program `mongod` that runs. */
function pathWithMongod(): string {
  const folder = folderOf();
  writeFileSync(join(folder, 'mongod'), '#!/bin/sh\necho "db version v8.0.17"\n', { mode: 0o755 });
  return folder;
}

const sentenceOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as { sentence: string }).sentence,
  );

describe('the data folder', () => {
  it('has no engine before the first start', () => {
    expect(localEngineOf(folderOf())).toBeUndefined();
  });

  it.each(['stand-in', 'mongod'] as const)('is opened with %s, whose data are in it', (engine) => {
    expect(localEngineOf(folderOf(engine))).toBe(engine);
  });

  it('with data of two engines is opened with the one that was recorded', () => {
    const dataDir = folderOf('stand-in', 'mongod');
    recordEngine(dataDir, { engine: 'mongod' });
    expect(localEngineOf(dataDir)).toBe('mongod');
  });

  it('with data of two engines and no record stops the start with the command that chooses one', () => {
    const dataDir = folderOf('stand-in', 'mongod');
    expect(() => localEngineOf(dataDir)).toThrow(
      /mongo-standin of the MongoDB stand-in, written until .*mongo of mongod, written until .*npm run move-data -- --keep stand-in/,
    );
  });

  it('of the stand-in is opened with it although mongod is on PATH, which is said', async () => {
    const say = vi.fn<(sentence: string) => void>();
    const path = pathWithMongod();
    const program = await provisionMongo({
      dataDir: folderOf('stand-in'),
      engineDir: join(import.meta.dirname, '../../../.engines'),
      env: { ...process.env, PATH: `${path}:${process.env['PATH']}` },
      say,
    });
    expect(program.kind).toBe('stand-in');
    expect(say).toHaveBeenCalledExactlyOnceWith(
      `The data of this site are in the MongoDB stand-in, so ${join(path, 'mongod')} is not used. Stop the site and run npm run move-data -- mongod to move them there.`,
    );
  });

  it('of mongod stops the start where none runs', async () => {
    const starting = provisionMongo({
      dataDir: folderOf('mongod'),
      engineDir: folderOf(),
      env: { PATH: '', VIDHI_MONGO_DOWNLOAD: '0' },
    });
    expect(await sentenceOf(starting)).toMatch(
      /were written by mongod, and there is none that runs here\. Install MongoDB; .*npm run move-data -- stand-in\.$/,
    );
  });
});

describe('MONGO_URL', () => {
  const url = 'mongodb://user:secret@db.example:27017,db2.example/?replicaSet=rs0';
  const isEmpty = () => Promise.resolve(true);
  const isFull = () => Promise.resolve(false);

  it('is accepted by an empty folder', async () => {
    expect(await sentenceOf(requireSameData({ dataDir: folderOf(), url, isEmpty }))).toBe('none');
  });

  it.each(['stand-in', 'mongod'] as const)('stops a start on a folder with data of %s', async (engine) => {
    const sentence = await sentenceOf(requireSameData({ dataDir: folderOf(engine), url, isEmpty }));
    expect(sentence).toContain('npm run move-data -- external');
    expect(sentence).toContain('MONGO_URL names another MongoDB (db.example:27017,db2.example)');
    expect(sentence).not.toContain('secret');
  });

  it('stops it although that MongoDB has a site, when the local engine was the last one', async () => {
    const dataDir = folderOf('stand-in');
    recordEngine(dataDir, { engine: 'stand-in' });
    expect(await sentenceOf(requireSameData({ dataDir, url, isEmpty: isFull }))).toContain('Unset MONGO_URL');
  });

  it('with a site is accepted by a folder of an earlier version, which recorded nothing', async () => {
    const dataDir = folderOf('stand-in');
    expect(await sentenceOf(requireSameData({ dataDir, url, isEmpty: isFull }))).toBe('none');
  });

  it('that is not set any more stops the start', async () => {
    const dataDir = folderOf('stand-in');
    recordEngine(dataDir, { engine: 'external', hosts: hostsOf(url) });
    const sentence = await sentenceOf(requireSameData({ dataDir, url: undefined, isEmpty }));
    expect(sentence).toContain(
      'are in the MongoDB at db.example:27017,db2.example, and MONGO_URL is not set',
    );
    expect(sentence).toContain('npm run move-data -- stand-in');
  });

  it('may name other hosts of the same data, but not an empty MongoDB', async () => {
    const dataDir = folderOf();
    recordEngine(dataDir, { engine: 'external', hosts: 'former.example' });
    expect(await sentenceOf(requireSameData({ dataDir, url, isEmpty: isFull }))).toBe('none');
    expect(await sentenceOf(requireSameData({ dataDir, url, isEmpty }))).toContain('OLD_MONGO_URL');
  });

  it.each([
    ['mongodb+srv://u:p@cluster.example/?tls=true', 'cluster.example'],
    ['mongodb://127.0.0.1:27017', '127.0.0.1:27017'],
  ])('%s names the hosts %s', (address, hosts) => {
    expect(hostsOf(address)).toBe(hosts);
  });
});
