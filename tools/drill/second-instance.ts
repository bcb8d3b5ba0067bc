import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcesses } from '@vidhi/harness/process-signals.ts';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { startProcess } from '@vidhi/local/processes.mjs';

export interface SecondInstance {
  port: number;
  /** Sends SIGTERM, and SIGKILL when it has not ended in time. */
  stop(): Promise<void>;
}

const POLL_MS = 50;
const READY_MS = 120_000;
const STOP_MS = 30_000;
const PROBE_MS = 1_000;

const partsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\0')
    .filter((part) => part !== '');

/**
 * Returns the environment with another port and changed settings, and with files that no two processes may write set
 * apart.
 */
export function environmentBeside(
  variables: readonly string[],
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const env = Object.fromEntries(
    variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const { JWKS_FILE: keys } = env;
  return {
    ...env,
    ...settings,
    PORT: String(port),
    ...(keys === undefined ? {} : { JWKS_FILE: `${keys}-second` }),
  };
}

/** Resolves when `/readyz` on this port is 200; rejects after two minutes. */
export async function untilReady(port: number, ended: AbortSignal): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end && !ended.aborted; await delay(POLL_MS)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(PROBE_MS),
    }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
  }
  throw new Error(`the process on port ${port} did not become ready`);
}

/**
 * Starts a second instance of a running process: the same command and environment on another port, apart from changed
 * settings. Waits until ready.
 */
export async function startSecondInstance(
  dataDir: string,
  name: string,
  { settings, ended }: { settings: Readonly<Record<string, string>>; ended: AbortSignal },
): Promise<SecondInstance> {
  const [first] = findProcesses(dataDir, [name]);
  if (first === undefined) throw new Error(`${name} does not run`);
  const [command = '', ...args] = partsOf(`/proc/${first.pid}/cmdline`);
  const port = await anyFreePort();
  const started = startProcess({
    name: `${name}-second`,
    command,
    args,
    runDir: join(dataDir, 'run'),
    logFile: join(dataDir, 'logs', `${name}-second.log`),
    env: environmentBeside(partsOf(`/proc/${first.pid}/environ`), port, settings),
  });
  const stop = (): Promise<void> => started.stop(STOP_MS);
  try {
    await untilReady(port, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
