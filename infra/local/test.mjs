import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { stopChildren, track } from './src/children.mjs';
import { ensureDependencies } from './src/dependencies.mjs';
import { ensureChromium } from './src/chromium.mjs';
import { provisionMinio } from './src/minio.mjs';
import { findNode } from './src/node-runtime.mjs';
import { inRoot } from './src/paths.mjs';
import { cleanUpLeftovers } from './src/processes.mjs';
import { createProgress } from './src/progress.mjs';
import { provision } from './src/provision.mjs';
import { runImport } from './src/run-import.mjs';
import { DEMO_STAFF, DEMO_VISITORS, ensureDemoStaff } from './src/demo-staff.mjs';
import { sentenceOf, startEngines, startServices } from './src/stack.mjs';
import { ensureWebBuild } from './src/web-build.mjs';

// `npm test`: everything that has to hold before a change is good, on a machine that has only the clone.
// `npm test -- unit` (or types, lint, format, unused, integration, web, e2e) runs only the parts that are named.

/** @typedef {{ passed: number, failed: number }} Count */

const { env } = process;
// A machine that does much else may be slow, and its tests late; the gateway does not turn them away for that.
env['MAX_LOOP_DELAY_MS'] ??= '60000';
const testDir = inRoot('.test');
const reportDir = join(testDir, 'reports');
const progress = createProgress({ stream: process.stdout, steps: 9, plain: true });
const only = process.argv.slice(2);
/** @param {string} part */
const wanted = (part) => only.length === 0 || only.includes(part);

/** Colours only where somebody sees them. */
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
 * Runs a program with its output shown; answers its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [more]
 * @returns {Promise<number>}
 */
function run(command, args, more = {}) {
  return new Promise((resolve) => {
    const child = track(
      spawn(command, args, {
        cwd: inRoot(),
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...env, ...PLAIN, ...more },
      }),
    );
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string} node
 * @param {string} project
 * @param {Record<string, string>} [more]
 * @returns {Promise<Count>}
 */
async function runVitest(node, project, more = {}) {
  const report = join(reportDir, `${project}.json`);
  rmSync(report, { force: true });
  const code = await run(
    node,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...pathWith(node), ...more },
  );
  /** @type {{ numPassedTests: number, numFailedTests: number }} */
  let counts = { numPassedTests: 0, numFailedTests: 0 };
  try {
    counts = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    process.stdout.write(`${project} left no report: it broke before a test ran.\n`);
  }
  const { numPassedTests: passed, numFailedTests: failed } = counts;
  // A suite that cannot be loaded, or one that is empty, fails the run without failing a test.
  const broken = (code !== 0 && failed === 0) || passed + failed === 0;
  return { passed, failed: failed + (broken ? 1 : 0) };
}

/** @param {string} node */
const pathWith = (node) => ({ PATH: `${dirname(node)}:${inRoot('node_modules/.bin')}:${env['PATH'] ?? ''}` });

/**
 * The whole product on ports of its own with the demo site, for the browser journeys.
 * @param {string} node
 * @param {{ mongo: string, kafka: string, redis: string }} engines
 */
async function startProduct(node, engines) {
  const dataDir = join(testDir, 'product');
  const say = (/** @type {string} */ line) => progress.say(line);
  const services = await startServices({ node, dataDir, engines, say, onGiveUp: fail, logLevel: 'warn' });
  toStop.unshift(services.stop);
  await runImport({ node, dataDir, file: inRoot('demo/vidhi-gazette.tar.gz'), onProgress: progress.update });
  await ensureDemoStaff({ accountsUrl: services.services.accounts, serviceToken: services.serviceToken });
  return { baseUrl: services.gateway, dataDir };
}

/** @param {unknown} error */
function fail(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `${error.cause.message}\n\n` : '';
  process.stderr.write(`${cause}${sentenceOf(error)}\n`);
  add({ passed: 0, failed: 1 });
  void end();
}

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  progress.finish();
  for (const stop of [stopChildren, ...toStop, () => cleanUpLeftovers(join(testDir, 'run'))]) {
    await stop().catch((/** @type {unknown} */ error) => process.stderr.write(`${sentenceOf(error)}\n`));
  }
  for (const { title, seconds } of progress.times)
    process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${title}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    process.stderr.write('Stopped before the end.\n');
    add({ passed: 0, failed: 1 });
    void end();
  });
}

async function main() {
  await cleanUpLeftovers(join(testDir, 'run'));
  rmSync(testDir, { recursive: true, force: true });
  mkdirSync(reportDir, { recursive: true });
  progress.step('Installing dependencies');
  await ensureDependencies({ onProgress: progress.update });
  const node = findNode();

  progress.step('Types, lint, format and what is unused');
  for (const check of /** @type {const} */ (['types', 'lint', 'format', 'unused'])) {
    if (!wanted(check)) continue;
    const code = await run(node, [inRoot('tools/check/check.ts'), check], pathWith(node));
    add(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }

  progress.step('Unit tests and boundaries');
  if (wanted('unit')) add(await runVitest(node, 'unit'));
  progress.step('Web component tests');
  if (wanted('web')) add(await runVitest(node, 'web'));

  const needsEngines = wanted('integration') || wanted('e2e');
  progress.step('Preparing the engines (Kafka, MongoDB, Redis)');
  if (!needsEngines) return end();
  await provision({
    engineDir: inRoot('.engines'),
    env,
    onStep: ({ name, done, total: all, note }) =>
      progress.update({ done, total: all, note: `${name} ${note ?? ''}` }),
  });
  // Minutes of compiling where it is not there yet; its tests wait for it, or are skipped and say why.
  if (wanted('integration')) provisionMinio({ engineDir: inRoot('.engines'), env }).catch(() => undefined);
  progress.step('Starting the engines and building the web');
  const building = wanted('e2e') || wanted('integration') ? ensureWebBuild({ node }) : Promise.resolve(false);
  building.catch(() => undefined);
  const engines = await startEngines({
    dataDir: testDir,
    say: (line) => progress.say(line),
    onGiveUp: fail,
    env,
  });
  toStop.unshift(engines.stop);
  for (const line of engines.described) progress.say(`      ${line}`);
  await building;

  progress.step('Integration tests on the engines');
  const addresses = {
    MONGO_URL: engines.addresses.mongo,
    KAFKA_BROKERS: engines.addresses.kafka,
    REDIS_URL: engines.addresses.redis,
  };
  if (wanted('integration')) add(await runVitest(node, 'integration', addresses));

  progress.step('Starting the product with the demo site');
  if (!wanted('e2e')) return end();
  const chromium = await ensureChromium({ env });
  const { baseUrl, dataDir } = await startProduct(node, engines.addresses);
  progress.step('Browser journeys');
  const [editor] = DEMO_STAFF;
  const [visitor] = DEMO_VISITORS;
  add(
    await runVitest(node, 'e2e', {
      E2E_BASE_URL: baseUrl,
      E2E_DATA_DIR: dataDir,
      E2E_CHROMIUM: chromium,
      E2E_EDITOR_EMAIL: editor?.email ?? '',
      E2E_EDITOR_PASSWORD: editor?.password ?? '',
      E2E_VISITOR_EMAIL: visitor?.email ?? '',
      E2E_VISITOR_PASSWORD: visitor?.password ?? '',
    }),
  );
  return end();
}

main().catch(fail);
