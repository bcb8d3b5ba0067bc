import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { startEngine } from './engine-start.mjs';
import { sayHello } from './mongo-probe.mjs';
import { inRoot } from './paths.mjs';
import { claimPort } from './ports.mjs';
import { findOnPath, runProgram } from './programs.mjs';

const PACKAGE = 'secantusdb==0.7.0b3';
const LOOPBACK = '127.0.0.1';
const INSTALL_MS = 600_000;

/**
 * Starts SecantusDB, a second implementation of MongoDB's protocol, for tests alone: from PyPI, in a virtual environment of
 * its own below the folder of the engines. Its data end with it.
 * @param {import('./engine-start.mjs').EngineOptions & { tls?: readonly string[]; memory?: string }} options `tls` are its
 * options of TLS; it counts as ready when it accepts connections then. `memory` is the size, such as `4G`, beyond which it
 * rejects writes, as its data are in memory
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startSecantus(options) {
  const { tls = [], memory = '1G' } = options;
  const python = await provisionSecantus(options);
  const port = await claimPort(options.dataDir, 'mongo', options.port);
  const address = ['--host', LOOPBACK, '--port', String(port)];
  const storage = ['--storage-path', ':memory:', '--cache-size', memory];
  const started = await startEngine({
    name: 'SecantusDB',
    file: 'secantus',
    command: python,
    args: [inRoot('infra/local/secantus/start.py'), ...address, ...storage, ...tls],
    options,
    isReady: async () =>
      tls.length > 0 ? accepts(port) : (await sayHello({ host: LOOPBACK, port })) !== undefined,
  });
  return {
    name: 'MongoDB',
    url: `mongodb://${LOOPBACK}:${port}/?directConnection=true`,
    kind: 'provisioned',
    description: `SecantusDB (${PACKAGE}) for MongoDB`,
    port,
    pid: started.pid,
    stop: () => started.stop(),
  };
}

/** @param {number} port */
async function accepts(port) {
  const socket = connect(port, LOOPBACK);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @param {import('./engine-start.mjs').EngineOptions} options */
async function provisionSecantus({ engineDir, env = process.env }) {
  const folder = join(engineDir, PACKAGE.replace('==', '-'));
  const python = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'bin', 'secantusd-py'))) return python;
  if (findOnPath('python3', env) === undefined)
    throw new EngineError('SecantusDB needs Python 3: install python3 and python3-venv (Debian, Ubuntu).');
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE],
  ]) {
    const { code, output } = await runProgram(String(command), args, { env, withinMs: INSTALL_MS });
    if (code !== 0)
      throw new EngineError('SecantusDB could not be installed from PyPI.', { cause: new Error(output) });
  }
  return python;
}
