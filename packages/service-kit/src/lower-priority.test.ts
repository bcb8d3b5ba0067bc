import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

/** Says so when its threads run, those of libuv's pool included. */
const BUSY = `require('node:fs').stat('.', () => process.stdout.write('running')); setInterval(() => {}, 1_000);`;

const hasAutogroups = existsSync('/proc/self/autogroup');
const autogroupOf = (pid: number | 'self'): string => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();

describe.runIf(existsSync('/proc/self/task'))('lowerPriority', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function aProcess({ detached }: { detached: boolean }): Promise<number> {
    const child = spawn(process.execPath, ['--eval', BUSY], {
      detached,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  it('applies to every thread that runs already', async () => {
    const pid = await aProcess({ detached: true });
    lowerPriority(pid, 12);
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(threads.map(getPriority))).toEqual(new Set([12]));
  });

  it.runIf(hasAutogroups)('applies to the session of the process, against all other sessions', async () => {
    const pid = await aProcess({ detached: true });
    lowerPriority(pid, 12);
    await expect.poll(() => autogroupOf(pid)).toMatch(/ nice 12$/);
  });

  it.runIf(hasAutogroups)('leaves the session of this process as it is', async () => {
    const before = autogroupOf('self');
    const pid = await aProcess({ detached: false });
    lowerPriority(pid, 12);
    expect(autogroupOf('self')).toBe(before);
    expect(getPriority(pid)).toBe(12);
  });

  it('ignores a process that has ended', async () => {
    const pid = await aProcess({ detached: true });
    const [child] = children;
    child?.kill('SIGKILL');
    if (child !== undefined) await once(child, 'exit');
    expect(() => lowerPriority(pid, 12)).not.toThrow();
  });
});
