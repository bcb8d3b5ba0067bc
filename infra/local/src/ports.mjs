import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { askUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { isDiskFull, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';

const LOOPBACK = '127.0.0.1';
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
/** How long a port may still be held by an engine that has just died. */
const RELEASE_MS = 2_000;

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: LOOPBACK, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A free port below those that systems hand to outgoing connections: there, a client that keeps trying to reach an
 * engine while it restarts could be given the engine's own port. Never the same one twice, as whoever has it may not
 * listen yet.
 * @returns {Promise<number>}
 */
export async function anyFreePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) return port;
  }
}

/** @type {Set<number>} */
const given = new Set();

/** @param {number} port */
async function becomesFree(port) {
  const free = await askUntil(async () => ((await isPortFree(port)) ? true : undefined), {
    withinMs: RELEASE_MS,
  });
  return free === true;
}

/** @param {string} dataDir */
const portsFile = (dataDir) => join(dataDir, 'run', 'ports.json');

/**
 * @param {string} dataDir
 * @returns {Record<string, number>}
 */
export function readKeptPorts(dataDir) {
  try {
    return JSON.parse(readFileSync(portsFile(dataDir), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * The port that this name had before when it is free, else another free one, which is kept in the data folder: services
 * find an engine again at the address where it died.
 * @param {string} dataDir
 * @param {string} name
 * @param {number} [wanted]
 */
export function keepPort(dataDir, name, wanted) {
  const port = lastChoice.then(() => choosePort(dataDir, name, wanted));
  lastChoice = port.catch(() => undefined);
  return port;
}

/** Choices follow one another: two at once could be handed the same free port. @type {Promise<unknown>} */
let lastChoice = Promise.resolve();

/**
 * @param {string} dataDir
 * @param {string} name
 * @param {number | undefined} wanted
 */
async function choosePort(dataDir, name, wanted) {
  const kept = readKeptPorts(dataDir)[name];
  const before = wanted ?? kept;
  const free = before !== undefined && (await becomesFree(before));
  if (wanted !== undefined && !free) {
    throw new EngineError(`Port ${wanted} is taken by another program: stop it, or choose another port.`);
  }
  if (free && before === kept) return before;
  const others = new Set(Object.values(readKeptPorts(dataDir)));
  let port = wanted ?? (await anyFreePort());
  while (wanted === undefined && others.has(port)) port = await anyFreePort();
  recordPort(dataDir, name, port);
  return port;
}

/**
 * @param {string} dataDir
 * @param {string} name
 * @param {number} port
 */
function recordPort(dataDir, name, port) {
  const draft = `${portsFile(dataDir)}.${process.pid}`;
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true, mode: PRIVATE_FOLDER });
    const ports = { ...readKeptPorts(dataDir), [name]: port };
    writeFileSync(draft, `${JSON.stringify(ports, undefined, 2)}\n`, { mode: PRIVATE_FILE });
    renameSync(draft, portsFile(dataDir));
  } catch (error) {
    // On a full disk the next start chooses another port; what runs now has its own.
    if (!isDiskFull(error)) throw error;
  }
}
