import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startProcess } from '@vidhi/local/processes.mjs';

const toUndo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const undo of toUndo.splice(0).toReversed()) await undo();
});

/** A data folder with one recorded process, and its guard. */
function startGuardedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-guard-'));
  toUndo.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'run'));
  const recorded = startProcess({
    name: 'engine',
    command: process.execPath,
    args: ['-e', 'setInterval(() => undefined, 1000)'],
    runDir: join(folder, 'run'),
    logFile: join(folder, 'engine.log'),
  });
  toUndo.push(() => recorded.stop());
  const guard = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'guard-process.ts'), folder],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  return { folder, recorded, guard };
}

describe('the guard of a harness', () => {
  it('stops the processes and removes the folder when the harness dies', async () => {
    const { folder, recorded, guard } = startGuardedFolder();
    // Wait for the pid file; without it the guard would find no process.
    await expect.poll(() => existsSync(join(folder, 'run', 'engine.pid'))).toBe(true);
    guard.stdin.end();
    expect(await once(guard, 'exit')).toEqual([0, null]);
    expect(await recorded.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(existsSync(folder)).toBe(false);
  });

  it('does nothing when the harness has exited regularly', async () => {
    const { folder, recorded, guard } = startGuardedFolder();
    guard.stdin.end('done');
    expect(await once(guard, 'exit')).toEqual([0, null]);
    expect([recorded.isRunning(), existsSync(folder)]).toEqual([true, true]);
  });
});
