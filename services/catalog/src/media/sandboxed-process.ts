import { fork } from 'node:child_process';
import { lowerPriority } from '@vidhi/service-kit/lower-priority.ts';

const MAX_STDERR_CHARS = 500;

/**
 * Node's permission model: no file writes, no child processes. The environment is empty too, so it holds no secrets. Without
 * V8's helper threads, which do not pay off in a process that lives for a second, it takes a sixth less processor time.
 */
const SANDBOX_FLAGS = [
  '--single-threaded',
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--max-old-space-size=96',
];

export interface SandboxOptions {
  /** Module that receives the task as its first IPC message and sends back one message. */
  script: string;
  /** Priority against all other processes, 1 to 19, the lowest; without it, as this process. */
  niceness?: number;
  signal: AbortSignal;
  /**
   * Enforced with `ulimit`: allocations beyond `dataBytes` fail, and the kernel ends a process that exceeds `cpuSeconds`
   * with SIGXCPU.
   */
  kernelLimits?: { dataBytes: number; cpuSeconds: number };
}

/** Thrown when the process exits without sending an outcome. */
export class ProcessExited extends Error {
  readonly killedBy: NodeJS.Signals | null;

  constructor(killedBy: NodeJS.Signals | null, code: number | null, stderr: string) {
    super(`the process ended (${killedBy ?? code}) without an outcome ${stderr}`.trimEnd());
    this.killedBy = killedBy;
  }
}

/** The kernel sends SIGXCPU at the soft limit of CPU time, but SIGKILL at once where the hard limit is the same. */
const KILL_AFTER_CPU_SECONDS = 1;

const withKernelLimits = ({ dataBytes, cpuSeconds }: { dataBytes: number; cpuSeconds: number }) => ({
  execPath: '/bin/sh',
  execArgv: [
    '-c',
    [
      'ulimit -c 0',
      `ulimit -d ${Math.ceil(dataBytes / 1024)}`,
      `ulimit -S -t ${cpuSeconds}`,
      `ulimit -H -t ${cpuSeconds + KILL_AFTER_CPU_SECONDS}`,
      'exec "$@"',
    ].join('; '),
    'sh',
    process.execPath,
    ...SANDBOX_FLAGS,
  ],
});

/**
 * Runs one task in a child process, for decoders that untrusted bytes may crash, hang or fill. Rejects with `ProcessExited`
 * or the abort error; the process is always killed afterwards.
 */
export async function runSandboxed<Outcome>(
  task: object,
  { script, niceness = 0, signal, kernelLimits }: SandboxOptions,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const child = fork(script, [], {
    // A session of its own, so that its niceness counts against all processes.
    detached: niceness > 0,
    ...(kernelLimits === undefined ? { execArgv: SANDBOX_FLAGS } : withKernelLimits(kernelLimits)),
    env: { PATH: process.env['PATH'] ?? '', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
  let stderr = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-MAX_STDERR_CHARS)),
  );
  child.on('error', reject);
  child.once('message', (outcome) => resolve(outcome as Outcome));
  child.once('exit', (code, killedBy) => reject(new ProcessExited(killedBy, code, stderr)));
  // A send error needs no handling: the `exit` event reports a process that died before reading its task.
  child.send(task, () => undefined);
  try {
    return await promise;
  } finally {
    child.kill('SIGKILL');
  }
}
