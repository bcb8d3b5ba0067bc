import { fork } from 'node:child_process';

const WORDS_KEPT = 500;

/** It sees no secrets, and may write no files and start no processes. */
const SEALED_FLAGS = [
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--max-old-space-size=96',
];

export interface SealedProcessOptions {
  /** Is sent the task as its first message and answers with one. */
  script: string;
  signal: AbortSignal;
  /** What the kernel lets it have; it ends the process that takes more. */
  kernelLimits?: { dataBytes: number; cpuSeconds: number };
}

/** Thrown when the process ended without an answer. */
export class ProcessEnded extends Error {
  readonly killedBy: NodeJS.Signals | null;

  constructor(killedBy: NodeJS.Signals | null, code: number | null, words: string) {
    super(`the process ended (${killedBy ?? code}) without an answer ${words}`.trimEnd());
    this.killedBy = killedBy;
  }
}

const limited = ({ dataBytes, cpuSeconds }: { dataBytes: number; cpuSeconds: number }) => ({
  execPath: '/bin/sh',
  execArgv: [
    '-c',
    `ulimit -c 0; ulimit -d ${Math.ceil(dataBytes / 1024)}; ulimit -t ${cpuSeconds}; exec "$@"`,
    'sh',
    process.execPath,
    ...SEALED_FLAGS,
  ],
});

/** Runs one task in a process of its own, for what strangers' bytes may crash, hang or fill. */
export async function runSealed<Outcome>(
  task: object,
  { script, signal, kernelLimits }: SealedProcessOptions,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const child = fork(script, {
    ...(kernelLimits === undefined ? { execArgv: SEALED_FLAGS } : limited(kernelLimits)),
    env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-WORDS_KEPT)));
  child.on('error', reject);
  child.once('message', (outcome) => resolve(outcome as Outcome));
  child.once('exit', (code, killedBy) => reject(new ProcessEnded(killedBy, code, words)));
  // A process that is gone before it read its task is told by its exit.
  child.send(task, () => undefined);
  try {
    return await promise;
  } finally {
    child.kill('SIGKILL');
  }
}
