import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureDataDir } from '../src/private-files.mjs';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function parentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a world-readable file in a world-readable folder. */
function writeOpenly(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'x');
  chmodSync(path, 0o644);
  chmodSync(join(path, '..'), 0o755);
}

describe('the data folder', () => {
  it('is accessible to its owner only', () => {
    const dataDir = join(parentFolder(), 'data');
    ensureDataDir(dataDir);
    expect([dataDir, join(dataDir, 'run'), join(dataDir, 'logs')].map(modeOf)).toEqual(['700', '700', '700']);
  });

  it('of an earlier version is restricted to its owner, with all its content', () => {
    const dataDir = join(parentFolder(), 'data');
    const files = ['service-token', 'mongo-standin/store.mv', 'catalog/uploads/a/b.jpg'];
    for (const file of files) writeOpenly(join(dataDir, file));
    chmodSync(dataDir, 0o755);
    ensureDataDir(dataDir);
    expect(files.map((file) => modeOf(join(dataDir, file)))).toEqual(['600', '600', '600']);
    expect(['', 'mongo-standin', 'catalog/uploads/a'].map((path) => modeOf(join(dataDir, path)))).toEqual([
      '700',
      '700',
      '700',
    ]);
  });

  it('that contains anything else keeps its mode, as it may be a home folder', () => {
    const dataDir = parentFolder();
    writeOpenly(join(dataDir, 'letter.txt'));
    ensureDataDir(dataDir);
    expect(modeOf(join(dataDir, 'letter.txt'))).toBe('644');
    expect(modeOf(dataDir)).toBe('755');
    expect(modeOf(join(dataDir, 'run'))).toBe('700');
    expect(existsSync(join(dataDir, 'logs'))).toBe(true);
  });
});
