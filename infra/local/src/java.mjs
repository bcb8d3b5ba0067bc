import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { installPackage } from './packages.mjs';
import { canInstallPackages, findOnPath, isExecutable, runProgram } from './programs.mjs';

/** @typedef {import('./programs.mjs').Env} Env */

const MIN_JAVA_VERSION = 17;
const DEBIAN_HOMES = '/usr/lib/jvm';
const DEBIAN_PACKAGES = ['openjdk-17-jre-headless', 'openjdk-21-jre-headless', 'default-jre-headless'];

/**
 * Finds Java 17 or later in JAVA_HOME, PATH or Debian's folders; otherwise installs it when that is
 * permitted.
 * @param {{ env?: Env, mayInstall?: boolean, onInstall?: () => void }} [options]
 * @returns {Promise<string>}
 */
export async function ensureJava({ env = process.env, mayInstall = canInstallPackages(), onInstall } = {}) {
  const found = await findJava(env);
  if (found !== undefined) return found;
  if (!mayInstall) {
    throw new EngineError(
      'Java 17 or later is missing: install openjdk-17-jre-headless (Debian, Ubuntu) or any Java runtime ≥ 17, or set KAFKA_BROKERS and MONGO_URL to existing engines (docker compose up).',
    );
  }
  onInstall?.();
  await installPackage(DEBIAN_PACKAGES, 'Java');
  const installed = await findJava(env);
  if (installed === undefined)
    throw new EngineError('Java was installed but does not run: install a Java runtime ≥ 17 by hand.');
  return installed;
}

/**
 * Options of the JVM of engines that live for minutes, as in tests, with VIDHI_SHORT_LIVED_ENGINES=1. They are compiled by
 * the quick compiler alone, which halves the processor time of Kafka and of the MongoDB stand-in in a run of tests, and
 * makes long work under load slower. The bytecode of their jars, which have recorded checksums, is not verified: a fifth
 * less processor time of a start of Kafka.
 * @param {Env} env
 * @returns {string[]}
 */
export const shortLivedOptions = (env) =>
  env['VIDHI_SHORT_LIVED_ENGINES'] === '1'
    ? ['-XX:TieredStopAtLevel=1', '-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote']
    : [];

/** @param {Env} env */
export async function findJava(env) {
  for (const java of listCandidates(env)) {
    if (isExecutable(java) && (await majorVersion(java)) >= MIN_JAVA_VERSION) return java;
  }
  return undefined;
}

/** @param {Env} env */
function listCandidates(env) {
  const home = env['JAVA_HOME'];
  const onPath = findOnPath('java', env);
  return [
    ...(home ? [join(home, 'bin', 'java')] : []),
    ...(onPath === undefined ? [] : [onPath]),
    ...(env['PATH'] === process.env['PATH']
      ? listHomes().map((name) => join(DEBIAN_HOMES, name, 'bin', 'java'))
      : []),
  ];
}

function listHomes() {
  try {
    return readdirSync(DEBIAN_HOMES);
  } catch {
    return [];
  }
}

/**
 * By path, as each look-up starts a JVM.
 * @type {Map<string, Promise<number>>}
 */
const versions = new Map();

/** @param {string} java */
function majorVersion(java) {
  const known = versions.get(java) ?? readMajorVersion(java);
  versions.set(java, known);
  return known;
}

/** @param {string} java */
async function readMajorVersion(java) {
  const { output } = await runProgram(java, ['-version']);
  return Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
}
