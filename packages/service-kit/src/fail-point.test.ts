import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-fail-points-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const arm = (name: string, passage: string): void => writeFileSync(join(folder, name), passage);

/** Passages of a process that passes the point ten times, and the signal that ended it. */
function run(env: Record<string, string>): { passages: number; signal: string | null } {
  const { stdout, signal } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'failing-process.ts')],
    { env: { PATH: process.env['PATH'], ...env } },
  );
  return { passages: stdout.length, signal };
}

describe('an armed fail point', () => {
  it('kills its process at the n-th passage, once', () => {
    arm('test.passed', '3');
    expect(run({ FAIL_POINTS: folder })).toEqual({ passages: 2, signal: 'SIGKILL' });
    expect(readdirSync(folder)).toEqual(['test.passed.fired']);
    expect(run({ FAIL_POINTS: folder })).toEqual({ passages: 10, signal: null });
  });

  it('kills the process group that it names instead, once', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
    const ended = once(other, 'exit');
    arm('test.passed', `3 ${other.pid}`);
    expect(run({ FAIL_POINTS: folder })).toEqual({ passages: 10, signal: null });
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(readdirSync(folder)).toEqual(['test.passed.fired']);
  });

  it('leaves processes alone that pass another one', () => {
    arm('test.other', '1');
    expect(run({ FAIL_POINTS: folder })).toEqual({ passages: 10, signal: null });
  });

  it('does nothing in production unless that is allowed', () => {
    arm('test.passed', '1');
    const production = { FAIL_POINTS: folder, NODE_ENV: 'production' };
    expect(run(production)).toEqual({ passages: 10, signal: null });
    expect(run({ ...production, ALLOW_FAIL_POINTS: 'true' })).toEqual({ passages: 0, signal: 'SIGKILL' });
  });
});
