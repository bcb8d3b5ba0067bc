import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

// The data folder holds password hashes, the private signing key and the token of the services.

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const ALL = 0o777;

/** @param {unknown} error */
export const isDiskFull = (error) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Creates the data folder with its run and log folders, accessible to the owner only. Also restricts an
 * existing data folder, with all its content, that an earlier version created with wider permissions. A
 * folder that contains anything else keeps its mode.
 * @param {string} dataDir
 */
export function ensureDataDir(dataDir) {
  const isOwn =
    !existsSync(dataDir) || readdirSync(dataDir).length === 0 || existsSync(join(dataDir, 'service-token'));
  for (const folder of [dataDir, join(dataDir, 'run'), join(dataDir, 'logs')])
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const folder = realpathSync(dataDir);
  // The folder itself is changed last, so that the next start repeats an interrupted change.
  if (isOwn && (lstatSync(folder).mode & OTHERS) !== 0) makePrivate(folder);
}

/** @param {string} path */
function makePrivate(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  if (stats.isDirectory()) for (const entry of readdirSync(path)) makePrivate(join(path, entry));
  if ((stats.mode & OTHERS) !== 0) chmodSync(path, stats.mode & ALL & ~OTHERS);
}
