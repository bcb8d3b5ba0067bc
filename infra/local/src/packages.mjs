import { EngineError } from './engine-error.mjs';
import { runProgram } from './programs.mjs';

const APT = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends'];

/** @type {Promise<void> | undefined} */
let updated;

/**
 * Installs the first available of these Debian packages; requires root.
 * @param {readonly string[]} candidates
 * @param {string} purpose
 */
export async function installPackage(candidates, purpose) {
  updated ??= updateLists();
  await updated;
  let output = '';
  for (const name of candidates) {
    const result = await runProgram('apt-get', ['install', ...APT, name], { env: aptEnv() });
    if (result.code === 0) return name;
    output += result.output;
  }
  throw new EngineError(
    /No space left/.test(output)
      ? `The disk is full: ${purpose} could not be installed. Free some space and start again.`
      : `${purpose} could not be installed with apt-get (no network?): install ${candidates[0]} by hand and start again.`,
    { cause: new Error(output.slice(-2_000)) },
  );
}

async function updateLists() {
  await runProgram('apt-get', ['update', '-qq', '-o', 'Acquire::Retries=1'], { env: aptEnv() });
}

const aptEnv = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
