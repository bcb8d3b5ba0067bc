import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';

/**
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 * @typedef {{ name: string, process: ProcessIdentity, owner: ProcessIdentity }} Leftover
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {{
 *   name: string, pid: number, isRunning: () => boolean, exited: Promise<Exit>,
 *   kill: (signal: NodeJS.Signals) => void, stop: (withinMs?: number) => Promise<void>,
 * }} StartedProcess
 */

const STOP_MS = 15_000;
const KILL_MS = 5_000;
const LOG_TAIL_CHARACTERS = 4_000;

// The child writes its own pid file before it execs the engine, so that even a `kill -9` of the launcher
// right after the fork leaves no unrecorded engine. Field 22 of /proc/PID/stat is the start time; exec does
// not change it.
// On a full disk the old file is overwritten in place, which needs no space. Files are created with umask
// 077.
const RECORD_AND_RUN = `
umask 077
file="$1"; owner="$2"; shift 2
if [ -r "/proc/$$/stat" ]; then started=$(cut -d' ' -f22 "/proc/$$/stat"); else started=$(ps -o lstart= -p $$); fi
record() { printf '%s\\n%s\\n%s\\n' "$$" "$started" "$owner"; }
{ record > "$file.new" && mv "$file.new" "$file"; } 2>/dev/null || { rm -f "$file.new"; record 1<> "$file"; } 2>/dev/null
exec "$@"`;

/**
 * Start time of the process, or undefined when there is none with this id. It tells whether the id has been
 * reused.
 * @param {number} pid
 */
export function startTimeOf(pid) {
  return process.platform === 'linux' ? readStat(pid)?.startedAt : startTimeByPs(pid);
}

/**
 * The fields of /proc/PID/stat; undefined when the process has ended or is a zombie.
 * @param {number | string} pid
 */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : { group: Number(fields[2]), startedAt: fields[19] };
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function startTimeByPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' ? undefined : line;
  } catch {
    return undefined;
  }
}

/** @param {ProcessIdentity} identity */
export const isAlive = ({ pid, startedAt }) => startTimeOf(pid) === startedAt;

/** @returns {ProcessIdentity} */
export const thisProcess = () => ({ pid: process.pid, startedAt: startTimeOf(process.pid) ?? '' });

/** @param {string} pidFile */
function readPidFile(pidFile) {
  const [pid, startedAt, owner] = readFileSync(pidFile, 'utf8').split('\n');
  const [ownerPid, ...ownerStarted] = (owner ?? '').split(' ');
  if (!pid || !startedAt) return undefined;
  return {
    process: { pid: Number(pid), startedAt: startedAt.trim() },
    owner: { pid: Number(ownerPid), startedAt: ownerStarted.join(' ') },
  };
}

/**
 * Processes started here that have not exited; null after `stopStarted`, which forbids further starts.
 * @type {Set<StartedProcess> | null}
 */
let own = new Set();

/** Stops every process started here, including those still starting. From then on `startProcess` throws. */
export async function stopStarted() {
  const ending = [...(own ?? [])];
  own = null;
  await Promise.all(ending.map((started) => started.stop()));
}

/**
 * Starts a program in a process group of its own, recorded in `<runDir>/<name>.pid`; its output goes to the
 * log file.
 * @param {{
 *   name: string, command: string, args: readonly string[], runDir: string, logFile: string,
 *   env?: Record<string, string | undefined>, cwd?: string, owner?: ProcessIdentity,
 *   onExit?: (exit: Exit) => void,
 * }} options
 * @returns {StartedProcess}
 */
export function startProcess({
  name,
  command,
  args,
  runDir,
  logFile,
  env,
  cwd,
  owner = thisProcess(),
  onExit,
}) {
  if (own === null) throw new EngineError(`${name} was stopped during its start.`);
  mkdirSync(runDir, { recursive: true, mode: PRIVATE_FOLDER });
  const pidFile = join(runDir, `${name}.pid`);
  const log = openLog(logFile);
  const child = spawn(
    'sh',
    ['-c', RECORD_AND_RUN, 'sh', pidFile, `${owner.pid} ${owner.startedAt}`, command, ...args],
    {
      detached: true,
      stdio: ['ignore', log, log],
      env: env ?? process.env,
      ...(cwd === undefined ? {} : { cwd }),
    },
  );
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new EngineError(`${name} could not be started: ${command} cannot be run.`);

  let running = true;
  let stopping = false;
  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      running = false;
      own?.delete(started);
      // After an unexpected exit the file remains: the restart overwrites it, even on a full disk.
      if (stopping) forgetPid(pidFile, pid);
      resolve({ code, signal });
      if (!stopping) onExit?.({ code, signal });
    });
  });
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (running) signalGroup(pid, signal);
  };
  const started = {
    name,
    pid,
    isRunning: () => running,
    exited,
    kill,
    async stop(withinMs = STOP_MS) {
      if (!running) return forgetPid(pidFile, pid);
      stopping = true;
      kill('SIGTERM');
      // A suspended process handles no other signal than SIGKILL.
      kill('SIGCONT');
      const forced = setTimeout(() => signalGroup(pid, 'SIGKILL'), withinMs);
      await exited;
      await pollUntil(() => (isGroupLeft(pid) ? undefined : true), { withinMs: withinMs + KILL_MS });
      clearTimeout(forced);
    },
  };
  own.add(started);
  return started;
}

/**
 * File descriptor of the log, or 'ignore' when it cannot be opened, such as on a full disk: the process
 * starts without a log.
 * @param {string} logFile
 */
function openLog(logFile) {
  try {
    return openSync(logFile, 'a', PRIVATE_FILE);
  } catch {
    return openSync(devNull, 'a');
  }
}

/**
 * @param {string} pidFile
 * @param {number} pid
 */
function forgetPid(pidFile, pid) {
  try {
    if (readPidFile(pidFile)?.process.pid === pid) rmSync(pidFile, { force: true });
  } catch {
    // There was no pid file.
  }
}

/**
 * Returns whether a process of the group is still running: children may exit later than their parent.
 * @param {number} pid
 */
function isGroupLeft(pid) {
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  // In a container, process 1 may never reap orphans, and zombies would count as running for ever.
  return process.platform !== 'linux' || readdirSync('/proc').some((entry) => readStat(entry)?.group === pid);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * The recorded processes that still run, each with the launcher that started it.
 * @param {string} runDir
 * @returns {Leftover[]}
 */
export function listRecorded(runDir) {
  return listPidFiles(runDir).flatMap((file) => {
    const recorded = readPidFile(join(runDir, file));
    if (recorded === undefined || !isAlive(recorded.process)) return [];
    return [{ name: file.slice(0, -'.pid'.length), ...recorded }];
  });
}

/** @param {string} runDir */
function listPidFiles(runDir) {
  try {
    return readdirSync(runDir).filter((file) => file.endsWith('.pid'));
  } catch {
    return [];
  }
}

/**
 * Stops processes left behind by a dead launcher and resolves with their names. Throws while the launcher
 * that started them is alive. Never stops a process whose start time differs from the recorded one.
 * @param {string} runDir
 * @param {{ withinMs?: number, evenIfOwned?: boolean }} [options]
 * @returns {Promise<string[]>}
 */
export async function cleanUpLeftovers(runDir, { withinMs = STOP_MS, evenIfOwned = false } = {}) {
  const leftovers = listRecorded(runDir);
  const owned = leftovers.find(({ owner }) => isAlive(owner) && owner.pid !== process.pid);
  if (owned !== undefined && !evenIfOwned) {
    throw new EngineError(
      `Vidhi is already running from this data folder (process ${owned.owner.pid}): stop it first, or set DATA_DIR to another folder.`,
    );
  }
  for (const {
    process: { pid },
  } of leftovers) {
    signalGroup(pid, 'SIGTERM');
    signalGroup(pid, 'SIGCONT');
  }
  await allGone(leftovers, withinMs);
  for (const leftover of leftovers) {
    if (isAlive(leftover.process)) signalGroup(leftover.process.pid, 'SIGKILL');
  }
  await allGone(leftovers, KILL_MS);
  for (const file of listPidFiles(runDir)) {
    const recorded = readPidFile(join(runDir, file));
    if (recorded === undefined || !isAlive(recorded.process)) rmSync(join(runDir, file), { force: true });
  }
  return leftovers.map(({ name }) => name);
}

/**
 * @param {Leftover[]} leftovers
 * @param {number} withinMs
 */
function allGone(leftovers, withinMs) {
  return pollUntil(() => (leftovers.some((leftover) => isAlive(leftover.process)) ? undefined : true), {
    withinMs,
  });
}

/** @param {string} logFile */
export function readLogTail(logFile) {
  try {
    return readFileSync(logFile, 'utf8').slice(-LOG_TAIL_CHARACTERS);
  } catch {
    return '';
  }
}
