import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { isAlive, thisProcess } from './processes.mjs';

const WAIT_MS = 15 * 60_000;
const POLL_MS = 150;
let sequence = 0;

/**
 * Runs the work under an inter-process lock on this folder. A lock whose holder has died is taken over.
 * @template T
 * @param {string} dir
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options]
 * @returns {Promise<T>}
 */
export async function withFileLock(dir, work, { onWait } = {}) {
  mkdirSync(dir, { recursive: true });
  const lock = join(dir, '.lock');
  sequence += 1;
  const claim = `${lock}.${process.pid}.${sequence}`;
  const { pid, startedAt } = thisProcess();
  writeFileSync(claim, `${pid} ${startedAt} ${sequence}`);
  try {
    let waited = false;
    const isLocked = await pollUntil(
      () => {
        if (takeLock(claim, lock)) return true;
        if (!waited) onWait?.();
        waited = true;
        return undefined;
      },
      { withinMs: WAIT_MS, everyMs: POLL_MS },
    );
    if (isLocked === undefined)
      throw new EngineError(
        `Another process has been setting up ${dir} for too long: stop it and start again.`,
      );
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(claim, { force: true });
  }
}

/**
 * @param {string} claim
 * @param {string} lock
 */
function takeLock(claim, lock) {
  try {
    linkSync(claim, lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  removeDeadLock(claim, lock);
  return false;
}

/**
 * @param {string} claim
 * @param {string} lock
 */
function removeDeadLock(claim, lock) {
  const owner = readLock(lock);
  if (owner === undefined || isAlive(owner)) return;
  const movedLock = `${claim}.dead`;
  try {
    renameSync(lock, movedLock);
  } catch {
    return;
  }
  const movedOwner = readLock(movedLock);
  // Another process replaced the dead lock first, and its valid lock was moved away: restore it.
  if (movedOwner !== undefined && isAlive(movedOwner)) linkSync(movedLock, lock);
  rmSync(movedLock, { force: true });
}

/** @param {string} lock */
function readLock(lock) {
  try {
    const [pid, startedAt] = readFileSync(lock, 'utf8').split(' ');
    return { pid: Number(pid), startedAt: startedAt ?? '' };
  } catch {
    return undefined;
  }
}
