import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureServiceBundles } from '@vidhi/local/service-bundles.mjs';
import { spawnBound } from './spawn-bound.ts';
import { watchedProcess } from './watched-process.ts';

export interface CrashingProcess {
  child: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  /** Rejects when the process sent MongoDB a command outside the subset (`mongo-subset.ts`). */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
}

/** Starts a process of the crash tests from its bundle. */
export async function startCrashingProcess(
  name: 'crashing-notify' | 'crashing-outbox',
  env: Record<string, string>,
): Promise<CrashingProcess> {
  const bundles = await ensureServiceBundles({ node: process.execPath });
  const watched = watchedProcess();
  const child = spawnBound([...watched.args, join(bundles, `${name}.mjs`)], {
    env: {
      NODE_COMPILE_CACHE: join(bundles, 'compile-cache'),
      PATH: process.env['PATH'] ?? '',
      ...watched.env,
      ...env,
    },
    output: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => {
    watched.expectOnlySubset();
    watched.remove();
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, output };
  });
  return { child, ended, output: () => output };
}
