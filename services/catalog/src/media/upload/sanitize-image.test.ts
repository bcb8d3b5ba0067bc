import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aPng } from '../files/picture-builder.ts';
import { sanitizeInProcess } from './sanitize-image.ts';

/** Returns whether this process is the parent of another. */
function isChild(id: number): boolean {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return /^PPid:\t(\d+)$/m.exec(status)?.[1] === String(process.pid);
  } catch {
    return false;
  }
}
const children = (): number[] => readdirSync('/proc').map(Number).filter(isChild);

/** Starts to sanitize a picture; `kill` ends the process that does it by a signal, and then waits for the next one. */
function aSanitizing() {
  const before = new Set(children());
  const outcome = sanitizeInProcess(aPng({ width: 300, height: 200 }), new AbortController().signal);
  function kill(signal: NodeJS.Signals): void {
    const [started, ...others] = children().filter((id) => !before.has(id));
    if (started === undefined) throw new Error('no process was started');
    expect(others).toEqual([]);
    before.add(started);
    process.kill(started, signal);
  }
  const hasNext = (): boolean => children().some((id) => !before.has(id));
  return { outcome, kill, hasNext };
}

it('responds 503 for a picture whose process is stopped with the service, and rejects none for it', async () => {
  const { outcome, kill } = aSanitizing();
  kill('SIGTERM');
  await expect(outcome).rejects.toMatchObject({ status: 503 });
});

it('accepts a picture whose process has crashed once', async () => {
  const { outcome, kill } = aSanitizing();
  kill('SIGKILL');
  expect(await outcome).toMatchObject({ kind: 'sanitized' });
});

it('rejects a picture whose process crashes again', async () => {
  const { outcome, kill, hasNext } = aSanitizing();
  kill('SIGKILL');
  await expect.poll(hasNext, { interval: 1 }).toBe(true);
  kill('SIGKILL');
  expect(await outcome).toEqual({ kind: 'rejected', reason: 'it cannot be read' });
});

it('rejects a picture whose process exceeded its CPU time, and does not try again', async () => {
  const { outcome, kill, hasNext } = aSanitizing();
  kill('SIGXCPU');
  expect(await outcome).toEqual({ kind: 'rejected', reason: 'it takes too long to read' });
  expect(hasNext()).toBe(false);
});
