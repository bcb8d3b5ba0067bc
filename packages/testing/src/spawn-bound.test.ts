import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnBound } from './spawn-bound.ts';

const MODULE = join(import.meta.dirname, 'spawn-bound.ts');
/** A process that ignores SIGTERM. It ends after a minute, so that a failing test does not leave it running. */
const IGNORES_SIGTERM = `process.on('SIGTERM', () => {}); console.log('here'); setTimeout(() => {}, 60_000);`;

it('ends when the process that started it is killed', async () => {
  const script = `
    const { spawnBound } = await import(${JSON.stringify(MODULE)});
    spawnBound(['-e', ${JSON.stringify(IGNORES_SIGTERM)}], { output: 'inherit' });`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(starter.stdout, 'data')) as [Buffer];
  expect(output.toString()).toBe('here\n');

  // Both processes write to the same pipe, which closes when both have ended.
  const closed = once(starter, 'close');
  starter.kill('SIGKILL');
  expect(await closed).toEqual([null, 'SIGKILL']);
});

it('can end before the process that started it', async () => {
  const bound = spawnBound(['-e', 'process.exitCode = 7'], { output: 'inherit' });
  expect(await once(bound, 'exit')).toEqual([7, null]);
});
