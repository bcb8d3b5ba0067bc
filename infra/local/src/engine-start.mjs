import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { ENGINE_HEARTBEAT } from './heartbeat.mjs';
import { PRIVATE_FOLDER } from './private-files.mjs';
import { readLogTail, startProcess } from './processes.mjs';

/**
 * @typedef {{
 *   dataDir: string, engineDir: string, logFile: string, port?: number,
 *   env?: import('./programs.mjs').Env, mayInstall?: boolean,
 *   owner?: import('./processes.mjs').ProcessIdentity,
 *   onExit?: (exit: import('./processes.mjs').Exit & { sentence: string }) => void,
 *   onStep?: import('./jars.mjs').OnStep, signal?: AbortSignal, minFreeBytes?: number,
 * }} EngineOptions `signal` aborts a start in progress.
 * @typedef {{
 *   name: string, url: string, kind: 'external' | 'path' | 'provisioned' | 'stand-in', description: string,
 *   port: number | undefined, pid: number | undefined, stop: () => Promise<void>,
 *   kill?: (signal: NodeJS.Signals) => void, heartbeat?: import('./heartbeat.mjs').Heartbeat,
 * }} RunningEngine
 */

/**
 * An overloaded machine may need minutes; an engine killed during start-up would start from the beginning
 * each time.
 */
const START_MS = 180_000;
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Starts an engine's process and waits until `isReady()`. Throws an EngineError when the process exits before
 * that, or after START_MS. Calls `onExit` when the process exits later without having been stopped.
 * @param {{
 *   name: string, file: string, command: string, args: readonly string[], options: EngineOptions,
 *   isReady: () => Promise<boolean>, explain?: (exit: import('./processes.mjs').Exit, log: string) => string
 * | undefined,
 *   childEnv?: import('./programs.mjs').Env,
 * }} engine
 */
export async function startEngine({ name, file, command, args, options, isReady, explain, childEnv }) {
  const { dataDir, logFile, onExit, owner, signal } = options;
  let ready = false;
  const started = startProcess({
    name: file,
    command,
    args,
    runDir: join(dataDir, 'run'),
    logFile,
    ...(owner === undefined ? {} : { owner }),
    ...(childEnv === undefined ? {} : { env: childEnv }),
    onExit: (exit) => {
      if (ready) onExit?.({ ...exit, sentence: explainExit(name, exit, logFile, explain) });
    },
  });
  const becameReady = await pollUntil(async () => ((await isReady()) ? true : undefined), {
    withinMs: START_MS,
    isOver: () => !started.isRunning() || signal?.aborted === true,
  });
  ready = becameReady === true && started.isRunning();
  if (ready) return { ...started, heartbeat: { probe: isReady, ...ENGINE_HEARTBEAT } };
  if (started.isRunning()) {
    await started.stop();
    throw new EngineError(`${name} was not ready within ${START_MS / 1000} s: see ${logFile}.`, {
      logFile,
    });
  }
  throw new EngineError(explainExit(name, await started.exited, logFile, explain), { logFile });
}

/**
 * The sentence for an engine that exited unexpectedly.
 * @param {string} name
 * @param {import('./processes.mjs').Exit} exit
 * @param {string} logFile
 * @param {(exit: import('./processes.mjs').Exit, log: string) => string | undefined} [explain]
 */
function explainExit(name, exit, logFile, explain) {
  const log = readLogTail(logFile);
  const explanation = explain?.(exit, log);
  if (explanation !== undefined) return explanation;
  if (/No space left on device|Out of disk space/i.test(log)) {
    return `The disk is full: ${name} cannot write its data. Free some space and start again.`;
  }
  if (/Address already in use|already bound|Failed to bind/i.test(log)) {
    return `A port of ${name} is taken by another program: start again and another port is chosen.`;
  }
  const how = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
  return `${name} ended ${how}: see ${logFile}.`;
}

/**
 * Throws when the disk is nearly full, because engines report that in ways that are hard to recognize.
 * @param {string} dir
 * @param {number} [minFreeBytes]
 */
export function requireDiskSpace(dir, minFreeBytes = MIN_FREE_BYTES) {
  mkdirSync(dir, { recursive: true, mode: PRIVATE_FOLDER });
  const { bavail, bsize } = statfsSync(dir);
  if (bavail * bsize < minFreeBytes) {
    throw new EngineError(
      `The disk is full: ${dir} has less than ${Math.round(minFreeBytes / MEGABYTE)} MB left. Free some space and start again.`,
    );
  }
}

/**
 * @param {string} address
 * @param {number} defaultPort
 */
export function parseHostPort(address, defaultPort) {
  const [, host = '127.0.0.1', port] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(address.trim()) ?? [];
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

/**
 * An engine at an address from the environment; it is neither started nor stopped here.
 * @param {{ name: string, variable: string, url: string, isReady: () => Promise<boolean> }} options
 * @returns {Promise<RunningEngine>}
 */
export async function useExternalEngine({ name, variable, url, isReady }) {
  const ready = await pollUntil(async () => ((await isReady()) ? true : undefined), {
    withinMs: 10_000,
    everyMs: 250,
  });
  if (!ready)
    throw new EngineError(
      `${name} at the address in ${variable} does not respond: start it, or unset ${variable}.`,
    );
  const description = `${name} at the address in ${variable}`;
  return { name, url, kind: 'external', description, port: undefined, pid: undefined, stop: async () => {} };
}
