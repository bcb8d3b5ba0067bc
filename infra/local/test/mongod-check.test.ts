import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { provisionMongod } from '../src/mongo.mjs';
import { whyUnusable } from '../src/mongod-check.mjs';

/** Writes a program `mongod` into a new folder, which is returned. */
function folderWithMongod(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-mongod-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

const NO_LIBRARY =
  'echo "mongod: error while loading shared libraries: libcurl.so.4: cannot open shared object file: No such file or directory" >&2; exit 127';

describe('a mongod', () => {
  it.each([
    ['lacks a library', NO_LIBRARY, 'the library libcurl.so.4 is missing'],
    [
      'uses instructions that the processor lacks',
      'kill -ILL $$',
      'the processor lacks instructions that it needs (MongoDB 5 and later need AVX)',
    ],
    [
      'is started by a shell that reports such instructions',
      'echo "Illegal instruction"; exit 132',
      'the processor lacks instructions that it needs (MongoDB 5 and later need AVX)',
    ],
    ['is killed by another signal', 'kill -SEGV $$', 'mongod --version was ended by SIGSEGV'],
    [
      'fails',
      'echo "cannot open /etc/mongod.conf"; exit 1',
      'mongod --version failed: cannot open /etc/mongod.conf',
    ],
    ['is too old', 'echo "db version v4.2.24"', 'version 4.2 is too old, 4.4 is the oldest that works'],
  ])('that %s cannot be used', async (_, script, reason) => {
    expect(await whyUnusable(join(folderWithMongod(script), 'mongod'))).toBe(reason);
  });

  it('of another architecture cannot be used', async () => {
    const folder = folderWithMongod('');
    writeFileSync(join(folder, 'mongod'), Buffer.from('\x7fELF\x02\x01\x01 of another machine'));
    expect(await whyUnusable(join(folder, 'mongod'))).toMatch(/^mongod --version failed: /);
  });

  it.each(['echo "db version v8.0.17"', 'echo "db version v4.4.0"', 'echo "a build of ours"'])(
    'that prints its version with %s can be used',
    async (script) => {
      expect(await whyUnusable(join(folderWithMongod(script), 'mongod'))).toBeUndefined();
    },
  );

  it('is tried once', async () => {
    const folder = folderWithMongod('echo tried >> "$0.log"; exit 1');
    const mongod = join(folder, 'mongod');
    await Promise.all([whyUnusable(mongod), whyUnusable(mongod)]);
    await whyUnusable(mongod);
    expect(readFileSync(`${mongod}.log`, 'utf8')).toBe('tried\n');
  });

  it('that cannot be used is named, and the next choice is taken', async () => {
    const onPath = folderWithMongod(NO_LIBRARY);
    const engineDir = folderWithMongod('');
    const downloaded = join(folderWithMongod('echo "db version v8.0.17"'), 'mongod');
    rmSync(join(engineDir, 'mongod'));
    mkdirSync(join(engineDir, 'mongod'));
    cpSync(downloaded, join(engineDir, 'mongod', 'mongod'));
    expect(await provisionMongod({ engineDir, env: { PATH: onPath } })).toEqual({
      program: { kind: 'provisioned', mongod: join(engineDir, 'mongod', 'mongod') },
      unusable: [
        `${join(onPath, 'mongod')} cannot be used on this machine: the library libcurl.so.4 is missing.`,
      ],
    });
  });
});
