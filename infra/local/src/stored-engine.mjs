import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';

/**
 * @typedef {'stand-in' | 'mongod'} LocalEngine
 * @typedef {{ engine: LocalEngine } | { engine: 'external', hosts: string }} EngineRecord `hosts` of MONGO_URL,
 * without user and password
 */

/**
 * The folder of each engine below the data folder, and the file that exists once it has stored data.
 * @type {Record<LocalEngine, { folder: string, file: string, title: string }>}
 */
export const LOCAL_ENGINES = {
  'stand-in': { folder: 'mongo-standin', file: 'store.mv', title: 'the MongoDB stand-in' },
  mongod: { folder: 'mongo', file: 'WiredTiger', title: 'mongod' },
};

export const LOCAL_NAMES = /** @type {LocalEngine[]} */ (Object.keys(LOCAL_ENGINES));

/** @param {string} dataDir */
const recordFile = (dataDir) => join(dataDir, 'mongo-engine.json');

/**
 * @param {string} dataDir
 * @returns {EngineRecord | undefined}
 */
export function readEngineRecord(dataDir) {
  try {
    return JSON.parse(readFileSync(recordFile(dataDir), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw new EngineError(
      `${recordFile(dataDir)} cannot be read: remove it, and start again or choose an engine with npm run move-data -- --keep.`,
      { cause: error },
    );
  }
}

/**
 * Records which MongoDB has the data of a folder.
 * @param {string} dataDir
 * @param {EngineRecord} record
 */
export function recordEngine(dataDir, record) {
  const text = `${JSON.stringify(record)}\n`;
  const file = recordFile(dataDir);
  // Written only when it has changed, because the disk may be full.
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(`${file}.new`, text, { mode: PRIVATE_FILE });
  renameSync(`${file}.new`, file);
}

/**
 * @param {string} dataDir
 * @param {LocalEngine} engine
 */
export const engineFolder = (dataDir, engine) => join(dataDir, LOCAL_ENGINES[engine].folder);

/**
 * @param {string} dataDir
 * @param {LocalEngine} engine
 */
const hasData = (dataDir, engine) =>
  existsSync(join(engineFolder(dataDir, engine), LOCAL_ENGINES[engine].file));

/**
 * The local engines that have stored data in this folder.
 * @param {string} dataDir
 */
export const enginesWithData = (dataDir) => LOCAL_NAMES.filter((engine) => hasData(dataDir, engine));

/**
 * The local engine that has this folder's data; undefined when there are none yet. Throws when two engines have data
 * and neither is recorded: earlier versions could start the wrong one, which then hid the data of the other.
 * @param {string} dataDir
 * @returns {LocalEngine | undefined}
 */
export function localEngineOf(dataDir) {
  const found = enginesWithData(dataDir);
  const record = readEngineRecord(dataDir);
  const recorded = found.find((engine) => engine === record?.engine);
  if (recorded !== undefined || found.length < 2) return recorded ?? found[0];
  const written = found.map((engine) => {
    const file = join(engineFolder(dataDir, engine), LOCAL_ENGINES[engine].file);
    const folder = statSync(engine === 'mongod' ? engineFolder(dataDir, engine) : file);
    return `${engineFolder(dataDir, engine)} of ${LOCAL_ENGINES[engine].title}, written until ${folder.mtime.toISOString()}`;
  });
  throw new EngineError(
    `Two engines have data of this site: ${written.join('; ')}. Choose one, and the other folder is set aside: npm run move-data -- --keep stand-in, or npm run move-data -- --keep mongod.`,
  );
}

/**
 * The hosts of a URL of MongoDB, without its user, password and options.
 * @param {string} url
 */
export const hostsOf = (url) => /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'MONGO_URL';

/**
 * Throws when a start would show another site than that of the data folder: when its data are in another MongoDB
 * than the one that the environment chooses. Call it before an engine is started.
 * @param {{ dataDir: string, url: string | undefined, isEmpty: (url: string) => Promise<boolean> }} start `url` is
 * MONGO_URL; `isEmpty` says whether that MongoDB has no data of a site
 */
export async function requireSameData({ dataDir, url, isEmpty }) {
  const record = readEngineRecord(dataDir);
  if (url === undefined) {
    // Throws when the data are ambiguous.
    const local = record?.engine === 'external' ? undefined : localEngineOf(dataDir);
    if (local !== undefined || record?.engine !== 'external') return;
    throw new EngineError(
      `The data of this site are in the MongoDB at ${record.hosts}, and MONGO_URL is not set. Set it again; or move the data into ${dataDir}: MONGO_URL=… npm run move-data -- stand-in (or mongod); or set DATA_DIR to another folder for another site.`,
    );
  }
  const hosts = hostsOf(url);
  if (record?.engine === 'external') {
    if (record.hosts === hosts || !(await isEmpty(url))) return;
    throw new EngineError(
      `The data of this site are in the MongoDB at ${record.hosts}, and the one at ${hosts} is empty. Set MONGO_URL as before; or move the data: OLD_MONGO_URL=… npm run move-data -- external; or set DATA_DIR to another folder for another site.`,
    );
  }
  const found = enginesWithData(dataDir);
  if (found.length === 0) return;
  // Earlier versions recorded nothing: where both have data, that of MONGO_URL was the last one.
  if (record === undefined && !(await isEmpty(url))) return;
  const engine = found.find((name) => name === record?.engine) ?? found[0] ?? 'stand-in';
  throw new EngineError(
    `The data of this site are in ${engineFolder(dataDir, engine)}, of ${LOCAL_ENGINES[engine].title}, and MONGO_URL names another MongoDB (${hosts}). Unset MONGO_URL; or move the data there: npm run move-data -- external; or set DATA_DIR to another folder for another site.`,
  );
}
