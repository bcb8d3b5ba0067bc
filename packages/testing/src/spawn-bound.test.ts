import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnBound } from './spawn-bound.ts';

const MODULE = join(import.meta.dirname, 'spawn-bound.ts');
/** Longer than the test may take, so that only a test that fails leaves it, and not for good. */
const STAYS = `process.on('SIGTERM', () => {}); console.log('here'); setTimeout(() => {}, 60_000);`;

it('ends with the process that started it, when that one is killed', async () => {
  const script = `
    const { spawnBound } = await import(${JSON.stringify(MODULE)});
    spawnBound(['-e', ${JSON.stringify(STAYS)}], { output: 'inherit' });`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(starter.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('here\n');

  // Both write to the same pipe: it closes when the last of them is gone.
  const closed = once(starter, 'close');
  starter.kill('SIGKILL');
  expect(await closed).toEqual([null, 'SIGKILL']);
});

it('is not kept from ending before it', async () => {
  const bound = spawnBound(['-e', 'process.exitCode = 7'], { output: 'inherit' });
  expect(await once(bound, 'exit')).toEqual([7, null]);
});
