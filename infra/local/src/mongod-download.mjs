import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from './engine-error.mjs';
import { withFileLock } from './file-lock.mjs';
import { isExecutable } from './programs.mjs';

/**
 * @typedef {import('./programs.mjs').Env} Env
 * @typedef {{ engineDir: string, env?: Env, onStep?: import('./jars.mjs').OnStep, now?: () => number }} DownloadOptions
 */

const VERSION = '8.0.17';
const WORKER = fileURLToPath(new URL('mongod-download-worker.mjs', import.meta.url));
const FIRST_BYTE_MS = 7_000;
const STALL_MS = 30_000;
const WATCH_MS = 100;
const RETRY_AFTER_MS = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;

/**
 * Path of the vendor's mongod in `<engineDir>/mongod`, downloaded when it is missing; undefined when the
 * download fails. A failure is remembered for a day (VIDHI_MONGO_DOWNLOAD=1 tries again, =0 never does).
 * @param {DownloadOptions} options
 * @returns {Promise<string | undefined>}
 */
export async function ensureMongod(options) {
  const { engineDir, env = process.env } = options;
  const mongod = join(engineDir, 'mongod', 'mongod');
  if (isExecutable(mongod)) return mongod;
  if (env['VIDHI_MONGO_DOWNLOAD'] === '0' || isFailureRemembered(options)) return undefined;
  return withFileLock(engineDir, async () => {
    if (isExecutable(mongod)) return mongod;
    return isFailureRemembered(options) ? undefined : download(options);
  });
}

/** @param {DownloadOptions} options */
function isFailureRemembered({ engineDir, env = process.env, now = Date.now }) {
  if (env['VIDHI_MONGO_DOWNLOAD'] === '1') return false;
  try {
    const { failedAt } = JSON.parse(readFileSync(failureFile(engineDir), 'utf8'));
    return now() - Date.parse(failedAt) < RETRY_AFTER_MS;
  } catch {
    return false;
  }
}

/** @param {string} engineDir */
const failureFile = (engineDir) => join(engineDir, 'mongod-download-failed.json');

/** @param {DownloadOptions} options */
async function download({ engineDir, env = process.env, onStep, now = Date.now }) {
  const folder = join(engineDir, 'mongod');
  // All attempts use one folder, so that an interrupted download is resumed.
  const partial = `${folder}.partial`;
  mkdirSync(partial, { recursive: true });
  keepOnly(partial, /\.(tgz|zip|downloading)$/);
  onStep?.({ name: 'MongoDB', done: 0, total: 0, note: "trying the vendor's download" });
  try {
    const binary = await runWorker(partial, env, (bytes) => {
      onStep?.({
        name: 'MongoDB',
        done: bytes,
        total: 0,
        note: `downloaded ${Math.floor(bytes / MEGABYTE)} MB`,
      });
    });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    renameSync(binary, join(folder, 'mongod'));
    rmSync(partial, { recursive: true, force: true });
    rmSync(failureFile(engineDir), { force: true });
    return join(folder, 'mongod');
  } catch (error) {
    const reason = messageOf(error);
    // Keep a partial archive for resuming; delete a complete one, as it would fail again.
    keepOnly(partial, /\.downloading$/);
    // Before the dependencies are installed no download was attempted, so no failure is recorded.
    if (!reason.includes('ERR_MODULE_NOT_FOUND')) {
      const failure = { failedAt: new Date(now()).toISOString(), reason };
      writeFileSync(failureFile(engineDir), `${JSON.stringify(failure, undefined, 2)}\n`);
    }
    onStep?.({
      name: 'MongoDB',
      done: 0,
      total: 0,
      note: "the vendor's download does not respond; using the stand-in",
    });
    return undefined;
  }
}

/**
 * Removes all other files: a partial executable left by a killed extraction would be taken for a complete
 * one.
 * @param {string} folder
 * @param {RegExp} names
 */
function keepOnly(folder, names) {
  for (const entry of readdirSync(folder)) {
    if (!names.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}

/**
 * The download runs in a child process, because a hung download can only be ended by killing it.
 * @param {string} folder
 * @param {Env} env
 * @param {(bytes: number) => void} onBytes
 * @returns {Promise<string>}
 */
function runWorker(folder, env, onBytes) {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [WORKER, folder, env['MONGOMS_VERSION'] || VERSION], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The library verifies certificates only with this npm setting.
      env: { ...env, npm_config_strict_ssl: 'true' },
    });
    let output = '';
    worker.stdout.on('data', (chunk) => (output += chunk));
    worker.stderr.on('data', (chunk) => (output += chunk));
    const startBytes = sizeOfFolder(folder);
    let bytes = startBytes;
    let movedAt = Date.now();
    const watch = setInterval(() => {
      const size = sizeOfFolder(folder);
      if (size !== bytes) movedAt = Date.now();
      bytes = size;
      onBytes(bytes);
      if (Date.now() - movedAt > (bytes === startBytes ? FIRST_BYTE_MS : STALL_MS)) worker.kill('SIGKILL');
    }, WATCH_MS);
    worker.once('error', reject);
    worker.once('close', (code) => {
      clearInterval(watch);
      const binary = /^mongod (.+)$/m.exec(output)?.[1];
      if (code === 0 && binary !== undefined) resolve(binary);
      else reject(new Error(output.trim().slice(-500) || 'no response from the download URL'));
    });
  });
}

/** @param {string} folder */
function sizeOfFolder(folder) {
  let size = 0;
  for (const entry of readdirSync(folder)) {
    try {
      size += statSync(join(folder, entry)).size;
    } catch {
      // Renamed concurrently.
    }
  }
  return size;
}
