import { join } from 'node:path';
import process from 'node:process';
import { stopChildren } from './src/children.mjs';
import { ensureDependencies } from './src/dependencies.mjs';
import { EngineError } from './src/engine-error.mjs';
import { findNode } from './src/node-runtime.mjs';
import { dataDirOf, inRoot } from './src/paths.mjs';
import { ensureDataDir } from './src/private-files.mjs';
import { cleanUpLeftovers, stopStarted } from './src/processes.mjs';
import { createProgress } from './src/progress.mjs';
import { ensureDemo } from './src/demo.mjs';
import { DEMO_STAFF, DEMO_VISITORS } from './src/demo-staff.mjs';
import {
  requireFreeGatewayPort,
  requireOwnData,
  sentenceOf,
  startEngines,
  startServices,
} from './src/stack.mjs';
import { findFirstAdministratorLink } from './src/first-administrator.mjs';
import { sellerWarning } from './src/seller.mjs';
import { ensureWebBuild } from './src/web-build.mjs';

// `npm start`: installs, provisions, builds and starts the whole site; stops every process at the end.

const MIN_NODE = 20;
const MAX_ROUNDS = 5;

const { env } = process;
const dataDir = dataDirOf(env);
const gatewayPort = Number(env['PORT'] ?? 8080);
const wantsDemo = env['DEMO'] !== '0';
const progress = createProgress({ stream: process.stdout, steps: wantsDemo ? 6 : 5 });

/**
 * Functions that stop what has been started, in the order in which they are called.
 * @type {(() => Promise<unknown>)[]}
 */
const toStop = [];
let stopping = false;
/** True once the site is up: from then on errors are printed and do not stop the site. */
let serving = false;
/** Aborted before anything is stopped, so that supervisors restart nothing. */
const ending = new AbortController();
const whileStarting = {
  ending: ending.signal,
  onStarting: (/** @type {() => Promise<void>} */ stop) => toStop.unshift(stop),
};

/** @param {number} code */
async function stopEverything(code) {
  if (stopping) return;
  stopping = true;
  ending.abort();
  // The last two stop processes that were still starting.
  for (const stop of [stopChildren, ...toStop, stopStarted, endLeftovers]) {
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`${sentenceOf(error)}\n`);
      code ||= 1;
    }
  }
  process.exit(code);
}

async function endLeftovers() {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if ((await cleanUpLeftovers(join(dataDir, 'run'))).length === 0) return;
  }
}

/** @param {unknown} error */
function fail(error) {
  if (stopping) return;
  if (serving) {
    say(`The launcher continues after an error: ${sentenceOf(error)}`);
    return;
  }
  progress.finish();
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message.trim() : '';
  process.stderr.write(`${cause === '' ? '' : `${cause}\n\n`}Vidhi cannot continue. ${sentenceOf(error)}\n`);
  void stopEverything(1);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (stopping) return;
    progress.finish();
    process.stdout.write('\nStopping: services first, then the engines. Nothing is lost.\n');
    void stopEverything(0);
  });
}
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// Write errors of the output (full disk, closed terminal) must not stop the site.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** @param {string} line */
const say = (line) => progress.say(line);

async function start() {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
    throw new EngineError(
      `Node.js ${process.versions.node} is too old: install Node.js 20 or newer and start again.`,
    );
  }
  ensureDataDir(dataDir);
  const leftovers = await cleanUpLeftovers(join(dataDir, 'run'));
  if (leftovers.length > 0)
    say(`Stopped processes that an earlier start had left running: ${leftovers.join(', ')}.`);
  await requireFreeGatewayPort(gatewayPort);

  progress.step('Installing dependencies');
  await ensureDependencies({ onProgress: progress.update });
  if (stopping) return;
  const node = findNode();

  progress.step('Preparing the engines (Kafka, MongoDB, Redis)');
  const { provision } = await import('./src/provision.mjs');
  await requireOwnData({ dataDir, env });
  await provision({ engineDir: inRoot('.engines'), dataDir, env, say, onStep: reportStep });
  if (stopping) return;

  progress.step('Starting the engines and building the web');
  const building = ensureWebBuild({ node });
  building.catch(() => undefined);
  const engines = await startEngines({ dataDir, say, env, ...whileStarting });
  await building;
  if (stopping) return;

  progress.step('Starting the services');
  const services = await startServices({
    node,
    dataDir,
    gatewayPort,
    readers: Number(env['NEWS_READERS'] ?? 0),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    engines: engines.addresses,
    say,
    onReady: (name, done, total) => progress.update({ done, total, note: `${name} is ready` }),
    ...whileStarting,
  });
  if (stopping) return;

  let demo = false;
  if (wantsDemo) {
    progress.step('Importing the demo site');
    try {
      demo = await ensureDemo({ node, dataDir, services, onProgress: progress.update });
    } catch (error) {
      if (stopping) return;
      say(`The demo site is not imported: ${sentenceOf(error)} The next start tries again.`);
    }
  }

  progress.step('Ready');
  progress.finish();
  serving = true;
  const down = [...engines.processes.values(), ...services.processes.values()]
    .filter(({ state }) => state() !== 'up')
    .map(({ name }) => name);
  // The demo has its own accounts.
  const first = demo
    ? null
    : await findFirstAdministratorLink({
        accountsUrl: services.services.accounts,
        gatewayUrl: services.gateway,
        serviceToken: services.serviceToken,
      });
  const warning = sellerWarning(env);
  if (warning !== null) say(warning);
  introduce({
    url: services.publicUrl,
    mailInbox: services.mailInbox,
    paymentSandbox: services.paymentSandbox,
    engines: engines.described,
    demo,
    down,
    first,
  });
}

/** @param {{ name: string, done: number, total: number, note?: string | undefined }} part */
function reportStep({ name, done, total, note }) {
  progress.update({ done, total, note: note === undefined ? name : `${name}, ${note}` });
}

/**
 * @param {{
 *   url: string, mailInbox: string, paymentSandbox: string, engines: string[], demo: boolean, down: string[],
 *   first: { url: string, expiresAt: Date } | null,
 * }} site `down`: names of processes that do not run; `first`: the link that makes the first administrator
 */
function introduce({ url, mailInbox, paymentSandbox, engines, demo, down, first }) {
  const rows = [
    ['The site', url],
    ['Its API', `${url}/api/posts`],
    ['API reference', `${url}/docs`],
    ['Feeds', `${url}/feed.xml  /atom.xml  /feed.json`],
    ['Data and logs', dataDir],
    ...engines.map((text, index) => [index === 0 ? 'Engines' : '', text]),
    ...(down.length === 0 ? [] : [['Not running', `${down.join(', ')}: retried; see the logs`]]),
  ];
  const lines = [
    '',
    `Vidhi is ready at ${url}`,
    ...(mailInbox === '' ? [] : [`Mail inbox at ${mailInbox}`]),
    ...(paymentSandbox === '' ? [] : [`Payment sandbox at ${paymentSandbox}`]),
    '',
    ...rows.map(([name, value]) => `  ${String(name).padEnd(16)}${value}`),
    ...(demo
      ? [
          '',
          '  Demo accounts',
          ...[...DEMO_STAFF, ...DEMO_VISITORS].map(
            ({ email, password, role }) => `  ${role.padEnd(16)}${email.padEnd(28)}password ${password}`,
          ),
        ]
      : []),
    ...(first === null
      ? []
      : [
          '',
          '  This site has no administrator yet. Open this link on this machine to make one:',
          `  ${first.url}`,
          `  It works once, until ${first.expiresAt.toLocaleTimeString([], { timeStyle: 'short' })}.`,
        ]),
    '',
    '  Ctrl-C stops all processes.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

start().catch(fail);
