import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from './deadline.mjs';
import { EngineError } from './engine-error.mjs';
import { isDiskFull, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';

const LOOPBACK = '127.0.0.1';
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
/** Time within which the first user of an issued port listens, also on a busy machine. */
const RESERVED_MS = 120_000;
// Not `userInfo()`, which throws where the user has no entry in /etc/passwd, as in containers.
const reservations = join(tmpdir(), `vidhi-ports-${process.getuid?.() ?? 'shared'}`);
/** Maximum time for which a port stays in use after its engine has exited. */
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
 * Returns a free port below the ephemeral range: otherwise a client that reconnects to a restarting engine
 * could be assigned the engine's own port. Never returns the same port twice, nor one that another process got
 * in the last minutes, as its first user may not listen yet.
 * @returns {Promise<number>}
 */
export async function anyFreePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (issuedPorts.has(port)) continue;
    issuedPorts.add(port);
    if (reservePort(port) && (await isPortFree(port))) return port;
  }
}

/**
 * Reserves a port among all processes of this user, by an empty file. Returns false when another one has reserved
 * it in the last two minutes.
 * @param {number} port
 * @param {string} [folder]
 */
export function reservePort(port, folder = reservations) {
  const file = join(folder, String(port));
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(file, '', { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    // Without reservations, as on a full disk, two processes rarely choose the same port.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return true;
  }
  try {
    if (Date.now() - statSync(file).mtimeMs < RESERVED_MS) return false;
    utimesSync(file, new Date(), new Date());
  } catch {
    // Removed meanwhile, or owned by another user: without a reservation too.
  }
  return true;
}

/** @type {Set<number>} */
const issuedPorts = new Set();

/** @param {number} port */
async function becomesFree(port) {
  const free = await pollUntil(async () => ((await isPortFree(port)) ? true : undefined), {
    withinMs: RELEASE_MS,
  });
  return free === true;
}

/** @param {string} dataDir */
const portsFile = (dataDir) => join(dataDir, 'run', 'ports.json');

/**
 * Returns the recorded ports by name. A copy of a data folder has none: its services would connect to the engines of the
 * original, while both run.
 * @param {string} dataDir
 * @returns {Record<string, number>}
 */
export function readRecordedPorts(dataDir) {
  try {
    const { folder, ...ports } = JSON.parse(readFileSync(portsFile(dataDir), 'utf8'));
    return folder === undefined || folder === realpathSync(dataDir) ? ports : {};
  } catch {
    return {};
  }
}

/**
 * Returns the port recorded for this name when it is free, else another free port, and records it in the data
 * folder: services find a restarted engine at its previous address.
 * @param {string} dataDir
 * @param {string} name
 * @param {number} [preferred]
 */
export function claimPort(dataDir, name, preferred) {
  const port = lastChoice.then(() => choosePort(dataDir, name, preferred));
  lastChoice = port.catch(() => undefined);
  return port;
}

/** Serializes choices: two concurrent ones could get the same free port. @type {Promise<unknown>} */
let lastChoice = Promise.resolve();

/**
 * @param {string} dataDir
 * @param {string} name
 * @param {number | undefined} preferredPort
 */
async function choosePort(dataDir, name, preferredPort) {
  const recorded = readRecordedPorts(dataDir)[name];
  const preferred = preferredPort ?? recorded;
  const free = preferred !== undefined && (await becomesFree(preferred));
  if (preferredPort !== undefined && !free) {
    throw new EngineError(
      `Port ${preferredPort} is taken by another program: stop it, or choose another port.`,
    );
  }
  if (free && preferred === recorded) return preferred;
  const recordedPorts = new Set(Object.values(readRecordedPorts(dataDir)));
  let port = preferredPort ?? (await anyFreePort());
  while (preferredPort === undefined && recordedPorts.has(port)) port = await anyFreePort();
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
    const ports = { ...readRecordedPorts(dataDir), [name]: port, folder: realpathSync(dataDir) };
    writeFileSync(draft, `${JSON.stringify(ports, undefined, 2)}\n`, { mode: PRIVATE_FILE });
    renameSync(draft, portsFile(dataDir));
  } catch (error) {
    // Not recorded on a full disk: the next start chooses another port.
    if (!isDiskFull(error)) throw error;
  }
}
