import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { cleanInstall } from './clean-install.mjs';
import { EngineError } from './engine-error.mjs';
import { withFileLock } from './file-lock.mjs';
import { inRoot, ROOT } from './paths.mjs';

const STAMP = inRoot('node_modules', '.vidhi-stamp');
const REQUIRED_FREE_BYTES = 1_500_000_000;
const POLL_MS = 500;
/** Length of the beginning of npm's output that is shown: the cause comes first. */
const SHOWN_CHARACTERS = 1_500;

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Returns the number of packages that `npm ci` will install at the top level, for the progress bar. */
function countLockedPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(
    ([path, { os, cpu }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      (os === undefined || os.includes(process.platform)) &&
      (cpu === undefined || cpu.includes(process.arch)),
  ).length;
}

function countInstalledPackages() {
  try {
    return readdirSync(inRoot('node_modules')).reduce(
      (sum, name) => sum + (name.startsWith('@') ? readdirSync(inRoot('node_modules', name)).length : 1),
      0,
    );
  } catch {
    return 0;
  }
}

/** @param {string} output */
function sentenceFor(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: free about 2 GB and start again.';
  if (/EACCES|EPERM/.test(output)) return `The folder ${ROOT} is not writable: run as its owner.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output)) {
    return 'The npm registry cannot be reached: connect to the network (or set a reachable registry in your npm configuration) and start again.';
  }
  return 'npm could not install the dependencies; what it printed is above.';
}

/**
 * Runs `npm ci` without install scripts, unless package-lock.json is unchanged since the last run.
 * @param {{ onProgress: (part: { done: number, total: number, note: string }) => void }} options
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function ensureDependencies({ onProgress }) {
  const expected = lockHash();
  if (readIfThere(STAMP) === expected) return false;
  const { bavail, bsize } = statfsSync(ROOT);
  if (bavail * bsize < REQUIRED_FREE_BYTES) {
    throw new EngineError(
      `The disk is nearly full: ${ROOT} needs about 1.5 GB for the dependencies. Free some space and start again.`,
    );
  }
  return withFileLock(inRoot('.engines', 'install'), async () => {
    if (readIfThere(STAMP) === expected) return false;
    const total = countLockedPackages();
    const timer = setInterval(
      () => onProgress({ done: countInstalledPackages(), total, note: `${total} packages` }),
      POLL_MS,
    );
    try {
      const { code, output } = await cleanInstall({ folder: ROOT });
      if (code === 127)
        throw new EngineError('npm cannot be found: install Node.js 20 or newer together with npm.');
      if (code !== 0)
        throw new EngineError(sentenceFor(output), { cause: new Error(output.slice(0, SHOWN_CHARACTERS)) });
    } finally {
      clearInterval(timer);
    }
    mkdirSync(inRoot('node_modules'), { recursive: true });
    writeFileSync(STAMP, expected);
    return true;
  });
}
