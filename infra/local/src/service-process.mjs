import { existsSync, renameSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { pollUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { PROBE_TIMEOUT_MS, SERVICE_HEARTBEAT } from './heartbeat.mjs';
import { inRoot } from './paths.mjs';
import { readLogTail, startProcess } from './processes.mjs';
import { addressOf, environmentOf, GATEWAY_OPTIONS, NODE_OPTIONS, SHORT_LIVED_OPTIONS } from './services.mjs';

const READY_MS = 150_000;
/**
 * A process that does not listen after this time is restarted. Hydrating a large site may take longer; it
 * listens meanwhile.
 */
const LISTENING_MS = 180_000;
const POLL_MS = 40;
const LOG_LIMIT_BYTES = 20_000_000;
const LAST_LINES = 8;

/** @param {string} logFile */
function rotate(logFile) {
  try {
    if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  } catch {
    // A failed rotation must not prevent a service from starting.
  }
}

/**
 * Starts one process of a service and waits until it is ready. A process that responds but is not ready in
 * time, because a dependency is down, continues with a warning; with `mustBeReady` that is an error.
 * @param {import('./services.mjs').Site} site
 * @param {import('./services.mjs').LaunchedService} service
 * @param {string} name
 * @param {import('./supervise.mjs').StartContext & { mustBeReady?: boolean }} context
 */
export async function startService(site, service, name, { onExit, signal, mustBeReady = false }) {
  const logFile = join(site.dataDir, 'logs', `${name}.log`);
  const url = addressOf(site, name);
  rotate(logFile);
  let started = false;
  const running = startProcess({
    name,
    command: site.node,
    args: [
      ...(process.env['VIDHI_SHORT_LIVED_ENGINES'] === '1' ? SHORT_LIVED_OPTIONS : []),
      ...(service.name === 'gateway' ? GATEWAY_OPTIONS : NODE_OPTIONS),
      join(site.bundles, `${service.name}.mjs`),
    ],
    runDir: join(site.dataDir, 'run'),
    logFile,
    env: environmentOf(site, service, name),
    cwd: inRoot(),
    ...(site.owner === undefined ? {} : { owner: site.owner }),
    onExit: (exit) => {
      if (started) onExit({ ...exit, sentence: `${name} keeps stopping: ${logFile} says why.` });
    },
  });
  const isOver = () => !running.isRunning() || signal.aborted;
  /** @param {string} path @param {number} withinMs */
  const waitFor = (path, withinMs) =>
    pollUntil(async () => ((await statusOf(`${url}${path}`)) === 200 ? true : undefined), {
      withinMs,
      everyMs: POLL_MS,
      isOver,
    });

  const isReady = (await waitFor('/readyz', READY_MS)) === true;
  const isListening =
    isReady || (!mustBeReady && (await waitFor('/livez', LISTENING_MS - READY_MS)) === true);
  if (signal.aborted) {
    await running.stop();
    throw new EngineError(`${name} was stopped during its start.`);
  }
  if (!running.isRunning()) {
    throw new EngineError(`${name} did not start; the end of its log:\n${lastLines(logFile)}`, { logFile });
  }
  if (!isListening) {
    await running.stop();
    const withinMs = mustBeReady ? READY_MS : LISTENING_MS;
    throw new EngineError(`${name} was not ready within ${withinMs / 1000} s; ${logFile} says why.`, {
      logFile,
    });
  }
  started = true;
  return {
    pid: running.pid,
    stop: () => running.stop(),
    kill: running.kill,
    // Any response shows that the event loop is not blocked, even 503 from load shedding.
    heartbeat: { probe: () => probeService(url), ...SERVICE_HEARTBEAT },
    warning: isReady ? undefined : `${name} runs but is not ready: ${url}/readyz says what it waits for.`,
  };
}

/**
 * The last lines of a log without stack traces, which would hide the error message.
 * @param {string} logFile
 */
const lastLines = (logFile) =>
  readLogTail(logFile)
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at |^Node\.js v|^\s*$/.test(line))
    .slice(-LAST_LINES)
    .join('\n');

/**
 * The probe of a service's heartbeat.
 * @param {string} url of the service
 * @returns {Promise<import('./heartbeat.mjs').ProbeResult>}
 */
export async function probeService(url) {
  const status = await statusOf(`${url}/livez`);
  return status === 'refused' ? status : status !== undefined;
}

/**
 * Status of a GET request on a new connection; `refused` when nothing listens, undefined on a time-out.
 * @param {string} url
 * @returns {Promise<number | 'refused' | undefined>}
 */
function statusOf(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      finish(response.statusCode);
    });
    const timer = setTimeout(() => finish(undefined), PROBE_TIMEOUT_MS);
    /** @param {number | 'refused' | undefined} status */
    function finish(status) {
      clearTimeout(timer);
      resolve(status);
      if (status === undefined) request.destroy();
    }
    request.once('error', (error) =>
      finish('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : undefined),
    );
  });
}
