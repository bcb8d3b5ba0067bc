import { statSync } from 'node:fs';
import { runProgram } from './programs.mjs';

/** The oldest version with which the driver works. */
const MIN_VERSION = { major: 4, minor: 4 };
const VERSION_MS = 60_000;

/**
 * Results by path, size and time of change, so that each program is tried once in a process.
 * @type {Map<string, Promise<string | undefined>>}
 */
const checked = new Map();

/**
 * The reason for which a mongod cannot be used on this machine, found by `mongod --version`: a library that is
 * missing, instructions that the processor lacks, another architecture, a version that is too old. Undefined when
 * it can be used.
 * @param {string} mongod
 * @returns {Promise<string | undefined>}
 */
export function whyUnusable(mongod) {
  const stats = statSync(mongod, { throwIfNoEntry: false });
  const key = `${mongod} ${stats?.size} ${stats?.mtimeMs}`;
  const known = checked.get(key) ?? tryVersion(mongod);
  checked.set(key, known);
  return known;
}

/** @param {string} mongod */
async function tryVersion(mongod) {
  const { code, signal, output } = await runProgram(mongod, ['--version'], { withinMs: VERSION_MS });
  if (signal === 'SIGILL' || code === 132)
    return 'the processor lacks instructions that it needs (MongoDB 5 and later need AVX)';
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
  if (library !== undefined) return `the library ${library} is missing`;
  if (signal === 'SIGKILL') return `mongod --version did not end within ${VERSION_MS / 1000} s`;
  if (signal !== undefined) return `mongod --version was ended by ${signal}`;
  if (code !== 0) return `mongod --version failed: ${firstLine(output) || `exit code ${code}`}`;
  const [, major, minor] = /db version v(\d+)\.(\d+)/.exec(output) ?? [];
  if (major === undefined) return undefined;
  const isOld =
    Number(major) < MIN_VERSION.major ||
    (Number(major) === MIN_VERSION.major && Number(minor) < MIN_VERSION.minor);
  return isOld
    ? `version ${major}.${minor} is too old, ${MIN_VERSION.major}.${MIN_VERSION.minor} is the oldest that works`
    : undefined;
}

/** @param {string} output */
const firstLine = (output) => output.trim().split('\n')[0]?.slice(0, 200) ?? '';
