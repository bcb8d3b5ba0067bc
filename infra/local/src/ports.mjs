import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const LOOPBACK = '127.0.0.1';

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

/** @returns {Promise<number>} */
function anyFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: LOOPBACK }, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
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
  if (wanted === undefined && kept !== undefined && (await isPortFree(kept))) return kept;
  const others = new Set(Object.values(readKeptPorts(dataDir)));
  let port = wanted ?? (await anyFreePort());
  while (wanted === undefined && others.has(port)) port = await anyFreePort();
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  const draft = `${portsFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ ...readKeptPorts(dataDir), [name]: port }, undefined, 2)}\n`);
  renameSync(draft, portsFile(dataDir));
  return port;
}
