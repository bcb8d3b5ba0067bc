import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from './engine-error.mjs';
import { withFileLock } from './file-lock.mjs';
import { installPackage } from './packages.mjs';
import { canInstallPackages, findOnPath, listJars, runProgram } from './programs.mjs';

/**
 * @typedef {import('./programs.mjs').Env} Env
 * @typedef {'kafka' | 'mongo-standin' | 's3proxy'} JarSet
 * @typedef {(step: { name: string, done: number, total: number, note: string }) => void} OnStep
 */

const HOME = join(dirname(fileURLToPath(import.meta.url)), '..');
const POM = join(HOME, 'pom.xml');
const CHECKSUMS = join(HOME, 'jars.sha256');
const STANDIN_SOURCES = join(HOME, 'mongo-standin');
const CLASSES = 'classes';
const WATCH_MS = 300;
/** The quick compiler alone: Maven and the Eclipse compiler end within seconds, and take half the processor time with it. */
const QUICK_JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** @type {Record<JarSet, string>} */
const NAMES = { kafka: 'Kafka', 'mongo-standin': 'MongoDB stand-in', s3proxy: 'S3Proxy' };

/**
 * The class path of a jar set in `<engineDir>/<set>-<version>`; downloads the set when the folder is missing.
 * The download folder is renamed to the final name after every jar's checksum has been verified. It never
 * changes afterwards, because a running engine may be reading it.
 * @param {JarSet} set
 * @param {{ engineDir: string, java: string, env?: Env, onStep?: OnStep, mayInstall?: boolean }} options
 * @returns {Promise<string[]>}
 */
export async function ensureClassPath(set, options) {
  const folder = join(options.engineDir, `${set}-${versionOf(set)}`);
  if (!existsSync(folder)) {
    await withFileLock(options.engineDir, async () => {
      if (!existsSync(folder)) await fetchJars(set, folder, options);
    });
  }
  const jars = listJars(folder);
  return set === 'mongo-standin' ? [join(folder, CLASSES), ...jars.filter((jar) => !isCompiler(jar))] : jars;
}

/**
 * @param {JarSet} set
 * @param {string} folder
 * @param {{ engineDir: string, java: string, env?: Env, onStep?: OnStep, mayInstall?: boolean }} options
 */
async function fetchJars(set, folder, { java, engineDir, env = process.env, onStep, mayInstall }) {
  const expected = expectedJars(set);
  const name = NAMES[set];
  const maven = await ensureMaven(env, mayInstall ?? canInstallPackages(), () =>
    onStep?.({ name, done: 0, total: expected.size, note: 'installing Maven' }),
  );
  removePartials(engineDir, set);
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const watch = setInterval(() => {
    onStep?.({ name, done: listJars(partial).length, total: expected.size, note: 'downloading jars' });
  }, WATCH_MS);
  const result = await runProgram(
    maven,
    ['-q', '-B', '-P', set, '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${partial}`],
    { env: { MAVEN_OPTS: QUICK_JVM.join(' '), ...env, JAVA_HOME: dirname(dirname(java)) } },
  );
  clearInterval(watch);
  if (result.code !== 0) throw mavenError(name, result.output);
  checkJars(name, partial, expected);
  if (set === 'mongo-standin') await compileStandin(java, partial);
  renameSync(partial, folder);
  onStep?.({ name, done: expected.size, total: expected.size, note: 'fetched' });
}

/**
 * @param {string} engineDir
 * @param {JarSet} set
 */
function removePartials(engineDir, set) {
  for (const entry of readdirSync(engineDir)) {
    if (entry.startsWith(`${set}-`) && entry.includes('.partial-'))
      rmSync(join(engineDir, entry), { recursive: true, force: true });
  }
}

/** @param {string} jar */
const isCompiler = (jar) => /\/ecj-[^/]+\.jar$/.test(jar);

/**
 * Compiles with the Eclipse compiler, one of the jars, so that a JRE without JDK is enough.
 * @param {string} java
 * @param {string} folder
 */
async function compileStandin(java, folder) {
  const jars = listJars(folder);
  const compiler = jars.find(isCompiler);
  if (compiler === undefined)
    throw new EngineError(
      'The compiler of the MongoDB stand-in is missing: remove .engines and start again.',
    );
  const result = await runProgram(java, [
    ...QUICK_JVM,
    '-jar',
    compiler,
    '--release',
    '17',
    '-nowarn',
    '-cp',
    jars.join(':'),
    '-d',
    join(folder, CLASSES),
    STANDIN_SOURCES,
  ]);
  if (result.code !== 0) {
    throw new EngineError('The MongoDB stand-in could not be compiled: remove .engines and start again.', {
      cause: new Error(result.output),
    });
  }
}

/**
 * @param {Env} env
 * @param {boolean} mayInstall
 * @param {() => void} onInstall
 */
async function ensureMaven(env, mayInstall, onInstall) {
  const found = findOnPath('mvn', env);
  if (found !== undefined) return found;
  if (!mayInstall) {
    throw new EngineError(
      'Maven is missing: install maven (it downloads Kafka from its registry), or set KAFKA_BROKERS and MONGO_URL to existing engines (docker compose up).',
    );
  }
  onInstall();
  await installPackage(['maven'], 'Maven');
  return findOnPath('mvn', env) ?? '/usr/bin/mvn';
}

/**
 * @param {string} name
 * @param {string} output
 */
function mavenError(name, output) {
  const cause = new Error(output.slice(-4_000));
  if (/No space left on device/.test(output)) {
    return new EngineError(`The disk is full: ${name}'s jars need 150 MB. Free some space and start again.`, {
      cause,
    });
  }
  return new EngineError(
    `${name}'s jars could not be downloaded with Maven (no network, or no access to its registry?): check the connection and start again, or set KAFKA_BROKERS and MONGO_URL to existing engines (docker compose up).`,
    { cause },
  );
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {Map<string, string>} expected
 */
function checkJars(name, folder, expected) {
  const found = new Set(listJars(folder).map((jar) => jar.slice(folder.length + 1)));
  for (const [file, checksum] of expected) {
    const right = found.delete(file) && sha256(join(folder, file)) === checksum;
    if (!right)
      throw new EngineError(
        `${name}'s jar ${file} does not have the recorded checksum: empty Maven's local repository and start again.`,
      );
  }
  const [unknown] = found;
  if (unknown !== undefined)
    throw new EngineError(`${name}'s jar ${unknown} has no recorded checksum (infra/local/jars.sha256).`);
}

/** @param {string} file */
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * File name → checksum, from the recorded list.
 * @param {JarSet} set
 */
function expectedJars(set) {
  /** @type {Map<string, string>} */
  const jars = new Map();
  for (const line of readFileSync(CHECKSUMS, 'utf8').split('\n')) {
    const [checksum, path] = line.split(/\s+/);
    if (checksum && path?.startsWith(`${set}/`)) jars.set(path.slice(set.length + 1), checksum);
  }
  return jars;
}

/**
 * Hash of the versions and, for the stand-in, of its sources; it is part of the folder name.
 * @param {JarSet} set
 */
function versionOf(set) {
  const hash = createHash('sha256').update(readFileSync(POM)).update(readFileSync(CHECKSUMS));
  if (set === 'mongo-standin') for (const source of listSources()) hash.update(readFileSync(source));
  return hash.digest('hex').slice(0, 10);
}

function listSources() {
  return readdirSync(STANDIN_SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .toSorted()
    .map((file) => join(STANDIN_SOURCES, file));
}
