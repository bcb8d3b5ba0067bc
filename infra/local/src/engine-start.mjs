import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { askUntil } from './deadline.mjs';
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
 * }} EngineOptions `signal` ends a start that is under way.
 * @typedef {{
 *   name: string, url: string, kind: 'given' | 'path' | 'provisioned' | 'stand-in', description: string,
 *   port: number | undefined, pid: number | undefined, stop: () => Promise<void>,
 *   kill?: (signal: NodeJS.Signals) => void, heartbeat?: import('./heartbeat.mjs').Heartbeat,
 * }} RunningEngine
 */

/** A machine that does much else may need minutes; one that is killed on its way up would begin anew each time. */
const START_MS = 180_000;
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Starts an engine's process and waits for the engine's own answer. When the process ends before it, or the time is up,
 * the error says why; when it ends later without having been stopped, `onExit` is told.
 * @param {{
 *   name: string, file: string, command: string, args: readonly string[], options: EngineOptions,
 *   isReady: () => Promise<boolean>, explain?: (exit: import('./processes.mjs').Exit, log: string) => string | undefined,
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
  const answered = await askUntil(async () => ((await isReady()) ? true : undefined), {
    withinMs: START_MS,
    isOver: () => !started.isRunning() || signal?.aborted === true,
  });
  ready = answered === true && started.isRunning();
  if (ready) return { ...started, heartbeat: { probe: isReady, ...ENGINE_HEARTBEAT } };
  if (started.isRunning()) {
    await started.stop();
    throw new EngineError(`${name} did not get ready within ${START_MS / 1000} s: see ${logFile}.`, {
      logFile,
    });
  }
  throw new EngineError(explainExit(name, await started.exited, logFile, explain), { logFile });
}

/**
 * One sentence for an engine that ended by itself.
 * @param {string} name
 * @param {import('./processes.mjs').Exit} exit
 * @param {string} logFile
 * @param {(exit: import('./processes.mjs').Exit, log: string) => string | undefined} [explain]
 */
function explainExit(name, exit, logFile, explain) {
  const log = readLogTail(logFile);
  const known = explain?.(exit, log);
  if (known !== undefined) return known;
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
 * Throws on a disk that is about to be full: engines fail there in ways that are hard to read.
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
 * An engine at an address from the environment: nothing is started, and nothing stopped.
 * @param {{ name: string, variable: string, url: string, isReady: () => Promise<boolean> }} options
 * @returns {Promise<RunningEngine>}
 */
export async function useGivenEngine({ name, variable, url, isReady }) {
  const ready = await askUntil(async () => ((await isReady()) ? true : undefined), {
    withinMs: 10_000,
    everyMs: 250,
  });
  if (!ready)
    throw new EngineError(
      `${name} at the address in ${variable} does not answer: start it, or unset ${variable}.`,
    );
  const description = `${name} at the address in ${variable}`;
  return { name, url, kind: 'given', description, port: undefined, pid: undefined, stop: async () => {} };
}
