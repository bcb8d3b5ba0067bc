import { fork } from 'node:child_process';
import path from 'node:path';
import type { RenderOutcome, RenderTask } from './variant-messages.ts';

/** Renders one step of one picture; throws when it was interrupted, so that it is worth another try. */
export type RenderPicture = (task: RenderTask, signal: AbortSignal) => Promise<RenderOutcome>;

const SCRIPT = path.join(import.meta.dirname, 'variant-process.ts');
/** Of the clock. The process counts its own processor time; this only ends one that is stuck. */
const STUCK_MS = 120_000;
const WORDS_KEPT = 500;

/** It sees no secrets, and may write no files and start no processes. */
const SEALED = {
  execArgv: [
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--max-old-space-size=96',
  ],
  env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
};

/** In a process of its own for every picture. */
export const renderInProcess: RenderPicture = async (task, signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<RenderOutcome>();
  const child = fork(SCRIPT, {
    ...SEALED,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(STUCK_MS)]),
    killSignal: 'SIGKILL',
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-WORDS_KEPT)));
  child.once('error', reject);
  child.once('message', (outcome) => resolve(outcome as RenderOutcome));
  child.once('exit', (code, killed) =>
    reject(new Error(`the renderer ended (${killed ?? code}) without an answer ${words}`.trimEnd())),
  );
  child.send(task);
  try {
    return await promise;
  } finally {
    child.kill('SIGKILL');
  }
};
