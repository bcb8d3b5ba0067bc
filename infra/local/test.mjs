import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { stopChildren, track } from './src/children.mjs';
import { ensureDependencies } from './src/dependencies.mjs';
import { ensureChromium } from './src/chromium.mjs';
import { findNode } from './src/node-runtime.mjs';
import { inRoot } from './src/paths.mjs';
import { cleanUpLeftovers, stopStarted } from './src/processes.mjs';
import { patientMongo } from './src/patient-mongo.mjs';
import { createProgress } from './src/progress.mjs';
import { provision } from './src/provision.mjs';
import { provisionStandin } from './src/mongo.mjs';
import { archiveKafkaClasses } from './src/kafka-class-archive.mjs';
import { provisionKafka } from './src/kafka.mjs';
import { provisionRedis } from './src/redis.mjs';
import { startSecantus } from './src/secantus.mjs';
import { provisionS3Proxy } from './src/s3proxy.mjs';
import { runImport } from './src/run-import.mjs';
import { DEMO_STAFF, DEMO_VISITORS, ensureDemoStaff } from './src/demo-staff.mjs';
import { sentenceOf, startEngines, startServices } from './src/stack.mjs';
import { ensureWebBuild } from './src/web-build.mjs';

// `npm test`: every check that a change must pass, on a machine that has only the clone.
// `npm test -- unit` (or types, lint, format, unused, integration, web, e2e) runs only these parts; `npm test -- integration-mongo`
// runs the integration tests on a second implementation of MongoDB.

/** @typedef {{ passed: number, failed: number }} Count */

const { env } = process;
// On an overloaded machine services must not shed load or shorten responses during tests.
env['MAX_LOOP_DELAY_MS'] ??= '0';
env['MAX_SILENCE_MS'] ??= '60000';
env['API_TIMEOUT_MS'] ??= '60000';
env['HANDLER_TIMEOUT_MS'] ??= '60000';
env['RENDER_BUDGET_MS'] ??= '60000';
env['VIDHI_SHORT_LIVED_ENGINES'] ??= '1';
// Variants take much processor time, above all AVIF: the tests of variants render their own, and only the e2e tests show some.
env['PICTURE_VARIANTS'] ??= 'false';
env['AVIF_VARIANTS'] ??= 'false';
const testDir = inRoot('.test');
const reportDir = join(testDir, 'reports');
const progress = createProgress({ stream: process.stdout, steps: 4, plain: true });
const { positionals: only } = parseArgs({ allowPositionals: true });
/** @param {string} part */
const isSelected = (part) => only.length === 0 || only.includes(part);
const isOnSecantus = only.includes('integration-mongo');
const runsIntegration = isOnSecantus || isSelected('integration');

/** Colours only on a terminal. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** @type {Count} */
const total = { passed: 0, failed: 0 };
/** @type {(() => Promise<unknown>)[]} */
const toStop = [];

/** @param {Count} count */
function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/**
 * The niceness of unit tests: the sooner the e2e tests end, the sooner their product stops, which takes an eighth of a core even
 * without requests.
 */
const BESIDE_JOURNEYS = 5;
/** No process of the e2e tests' product is stopped or replaced: at the default, probes take a fifth of its processor time. */
const E2E_PROBE_INTERVAL_MS = 10_000;
/** The lowest priority: checks have no time limits. */
const IN_BACKGROUND = 19;

/** Time limit of every program: a hung one is killed and counts as failed. */
const MAX_RUN_MS = 5_400_000;

/**
 * Runs a program and resolves with its exit code. Its output is printed, or, with `isQuiet`, returned.
 * @param {string} command
 * @param {string[]} args
 * @param {{ more?: Record<string, string>, isQuiet?: boolean, niceness?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, { more = {}, isQuiet = false, niceness = 0 } = {}) {
  return new Promise((resolve) => {
    const child = track(
      spawn(command, args, {
        cwd: inRoot(),
        stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
        env: { ...env, ...PLAIN, ...more },
      }),
    );
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
    const timer = setTimeout(() => {
      output += `Killed after ${MAX_RUN_MS / 60_000} minutes.\n`;
      child.kill('SIGKILL');
    }, MAX_RUN_MS);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      resolve({ code, output });
    };
    child.once('error', () => finish(127));
    child.once('close', (code) => finish(code ?? 1));
  });
}

/**
 * Runs the tests of some of vitest's projects.
 * @param {string} node
 * @param {readonly string[]} projects
 * @param {{ more?: Record<string, string>, isQuiet?: boolean, niceness?: number, workers?: number | undefined }} [options]
 * `isQuiet` prints the output at the end
 * @returns {Promise<Count>}
 */
async function runVitest(node, projects, { more = {}, workers, ...options } = {}) {
  const name = projects.join('-');
  const report = join(reportDir, `${name}.json`);
  const startedAt = Date.now();
  rmSync(report, { force: true });
  const { code, output } = await run(
    node,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      '--reporter=dot',
      `--reporter=${inRoot('infra/local/failure-reporter.mjs')}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...options, more: { ...pathWith(node), ...more } },
  );
  process.stdout.write(output);
  progress.say(`      ${projects.join(' and ')} in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  /** @type {{ numPassedTests: number, numFailedTests: number }} */
  let counts = { numPassedTests: 0, numFailedTests: 0 };
  try {
    counts = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    process.stdout.write(`${name} wrote no report: it failed before a test ran.\n`);
  }
  const { numPassedTests: passed, numFailedTests: failed } = counts;
  // A suite that cannot be loaded or is empty fails the run without failing a test.
  const broken = (code !== 0 && failed === 0) || passed + failed === 0;
  return { passed, failed: failed + (broken ? 1 : 0) };
}

/** @param {string} node */
const pathWith = (node) => ({ PATH: `${dirname(node)}:${inRoot('node_modules/.bin')}:${env['PATH'] ?? ''}` });

/**
 * Runs the selected checks; prints the output of each at its end.
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function runChecks(node) {
  const counts = { passed: 0, failed: 0 };
  for (const check of /** @type {const} */ (['types', 'lint', 'format', 'unused'])) {
    if (!isSelected(check)) continue;
    const { code, output } = await run(node, [inRoot('tools/check/check.ts'), check], {
      more: pathWith(node),
      isQuiet: true,
      niceness: IN_BACKGROUND,
    });
    process.stdout.write(output);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return counts;
}

/**
 * Starts the whole product on its own ports with the demo site, for the e2e tests.
 * @param {string} node
 * @param {{ mongo: string, kafka: string, redis: string }} engines
 */
async function startProduct(node, engines) {
  const dataDir = join(testDir, 'product');
  const say = (/** @type {string} */ line) => progress.say(line);
  const services = await startServices({
    node,
    dataDir,
    engines: { ...engines, mongo: patientMongo(engines.mongo) },
    say,
    onGiveUp: fail,
    logLevel: 'warn',
    addedEnv: {
      PICTURE_VARIANTS: 'true',
      PROBE_INTERVAL_MS: String(E2E_PROBE_INTERVAL_MS),
      UPSTREAM_TIMEOUT_MS: '60000',
    },
  });
  toStop.unshift(services.stop);
  await runImport({ node, dataDir, file: inRoot('demo/vidhi-gazette.tar.gz'), onProgress: progress.update });
  await ensureDemoStaff({ accountsUrl: services.services.accounts, serviceToken: services.serviceToken });
  return {
    baseUrl: services.gateway,
    mailInbox: services.mailInbox,
    paymentSandbox: services.paymentSandbox,
    dataDir,
    stop: services.stop,
  };
}

/**
 * Prints an error and counts it as one failure.
 * @param {unknown} error
 * @returns {Count}
 */
function countFailure(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `${error.cause.message}\n\n` : '';
  process.stderr.write(`${cause}${sentenceOf(error)}\n`);
  return { passed: 0, failed: 1 };
}

/** @param {unknown} error */
function fail(error) {
  add(countFailure(error));
  void end();
}

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  progress.finish();
  for (const stop of [stopChildren, ...toStop, stopStarted, () => cleanUpLeftovers(join(testDir, 'run'))]) {
    await stop().catch((/** @type {unknown} */ error) => process.stderr.write(`${sentenceOf(error)}\n`));
  }
  for (const { title, seconds } of progress.times)
    process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${title}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    process.stderr.write('Stopped before all parts had run.\n');
    add({ passed: 0, failed: 1 });
    void end();
  });
}

async function main() {
  await cleanUpLeftovers(join(testDir, 'run'));
  rmSync(testDir, { recursive: true, force: true });
  mkdirSync(reportDir, { recursive: true });
  const needsEngines = runsIntegration || isSelected('e2e');
  progress.step('Installing dependencies, and preparing the engines');
  // Concurrently: npm leaves half of the processor time.
  const preparing = needsEngines ? prepareEngines().catch(() => undefined) : undefined;
  await ensureDependencies({ onProgress: progress.update });
  const node = findNode();

  // Concurrently with unit tests: the build of the web, and then the e2e tests, which end before the integration tests.
  const started = needsEngines ? startPreparedEngines(node, preparing) : undefined;
  const journeys = isSelected('e2e')
    ? started?.then((engines) => runJourneys(node, engines).catch(countFailure)).then(add)
    : undefined;
  journeys?.catch(() => undefined);

  progress.step('Unit tests and architecture, beside the e2e tests on the product with the demo site');
  await runProjects(node, 'unit', { niceness: BESIDE_JOURNEYS });

  progress.step('Preparing and starting the engines (Kafka, MongoDB, Redis), and building the web');
  const engines = await started;

  progress.step('Integration tests; web components; types, lint, format and unused code');
  // Concurrently: integration tests wait for timers and processes. Tests of web components run on one worker, so that most of the
  // processor time is left to integration tests; with a low priority instead, they would exceed time limits on a busy machine.
  await Promise.all([
    engines !== undefined && runsIntegration && runIntegration(node, engines).then(add),
    runProjects(node, 'web', { isQuiet: needsEngines, workers: needsEngines ? 1 : undefined }),
    runChecks(node).then(add),
    journeys,
  ]);
  return end();
}

/**
 * Runs and counts the tests of a part, and those of its files that share no module, if it is selected.
 * @param {string} node
 * @param {'unit' | 'web'} part
 * @param {Parameters<typeof runVitest>[2]} options
 */
async function runProjects(node, part, options) {
  if (!isSelected(part)) return;
  add(await runVitest(node, [part, `${part}-isolated`], options));
}

/**
 * Downloads and prepares what needs none of the dependencies. What fails is tried again, and reported, when it is needed.
 */
async function prepareEngines() {
  mkdirSync(inRoot('.engines'), { recursive: true });
  const options = { engineDir: inRoot('.engines'), env };
  if (!env['REDIS_URL']) await provisionRedis(options);
  if (!env['KAFKA_BROKERS']) await provisionKafka(options);
  await Promise.allSettled([
    archiveKafkaClasses(options),
    // The stand-in has tests of its own, also where the product runs on a real MongoDB.
    provisionStandin(options).then(() => (runsIntegration ? provisionS3Proxy(options) : undefined)),
    isSelected('e2e') ? ensureChromium({ env }) : undefined,
  ]);
}

/**
 * Prepares and starts the engines, and builds the web app, for integration and e2e tests.
 * @param {string} node
 * @param {Promise<void> | undefined} preparing
 * @returns {Promise<import('./src/stack.mjs').EngineUrls>}
 */
async function startPreparedEngines(node, preparing) {
  const building = ensureWebBuild({ node });
  building.catch(() => undefined);
  await preparing;
  if (isOnSecantus) await useSecantus();
  await provision({
    engineDir: inRoot('.engines'),
    env,
    onStep: ({ name, done, total: all, note }) =>
      progress.update({ done, total: all, note: `${name} ${note ?? ''}` }),
  });
  await archiveKafkaClasses({ engineDir: inRoot('.engines'), env });
  await building;
  const engines = await startEngines({
    dataDir: testDir,
    say: (line) => progress.say(line),
    onGiveUp: fail,
    env,
  });
  toStop.unshift(engines.stop);
  for (const line of engines.described) progress.say(`      ${line}`);
  return engines.addresses;
}

/** Starts SecantusDB, and gives its address to everything that follows. */
async function useSecantus() {
  const engine = await startSecantus({
    dataDir: testDir,
    engineDir: inRoot('.engines'),
    logFile: join(testDir, 'secantus.log'),
    onExit: ({ sentence }) => fail(new Error(sentence)),
  });
  toStop.unshift(engine.stop);
  env['MONGO_URL'] = engine.url;
  env['MONGO_ENGINE'] = 'SecantusDB';
  progress.say(`      ${engine.description}`);
}

/**
 * @param {string} node
 * @param {import('./src/stack.mjs').EngineUrls} engines
 */
const runIntegration = (node, { mongo, kafka, redis }) =>
  runVitest(node, ['integration'], {
    more: { MONGO_URL: mongo, KAFKA_BROKERS: kafka, REDIS_URL: redis },
  });

/**
 * @param {string} node
 * @param {import('./src/stack.mjs').EngineUrls} engines
 */
async function runJourneys(node, engines) {
  const chromium = await ensureChromium({ env });
  const { baseUrl, mailInbox, paymentSandbox, dataDir, stop } = await startProduct(node, engines);
  const [editor] = DEMO_STAFF;
  const [visitor] = DEMO_VISITORS;
  const count = await runVitest(node, ['e2e'], {
    // Else the output of other tests would be between.
    isQuiet: only.length !== 1,
    more: {
      E2E_BASE_URL: baseUrl,
      E2E_MAIL_INBOX: mailInbox,
      E2E_PAYMENT_SANDBOX: paymentSandbox,
      E2E_DATA_DIR: dataDir,
      E2E_KAFKA_BROKERS: engines.kafka,
      E2E_CHROMIUM: chromium,
      E2E_EDITOR_EMAIL: editor?.email ?? '',
      E2E_EDITOR_PASSWORD: editor?.password ?? '',
      E2E_VISITOR_EMAIL: visitor?.email ?? '',
      E2E_VISITOR_PASSWORD: visitor?.password ?? '',
    },
  });
  await stop();
  return count;
}

main().catch(fail);
