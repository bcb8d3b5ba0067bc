import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { withFileLock } from '../src/file-lock.mjs';

const LOCK = join(import.meta.dirname, '..', 'src', 'file-lock.mjs');

function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('lets one process at a time run the work', async () => {
  const dir = freshFolder();
  const file = join(dir, 'count');
  writeFileSync(file, '0');
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    const { withFileLock } = await import(${JSON.stringify(LOCK)});
    for (let round = 0; round < 5; round += 1) await withFileLock(${JSON.stringify(dir)}, async () => {
      const count = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
      await delay(2);
      writeFileSync(${JSON.stringify(file)}, String(count + 1));
    });`;
  const workers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(workers.map((worker) => once(worker, 'exit')));
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(file, 'utf8')).toBe('20');
});

it('takes over the lock of a process that died', async () => {
  const dir = freshFolder();
  writeFileSync(join(dir, '.lock'), `${process.pid} 12345 1`);
  expect(await withFileLock(dir, async () => 'done')).toBe('done');
  expect(existsSync(join(dir, '.lock'))).toBe(false);
});

it('releases the lock when the work fails', async () => {
  const dir = freshFolder();
  await expect(withFileLock(dir, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withFileLock(dir, async () => 'done')).toBe('done');
});
