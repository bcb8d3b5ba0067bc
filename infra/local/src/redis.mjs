import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { requireDiskSpace, startEngine, useGivenEngine } from './engine-start.mjs';
import { installPackage } from './packages.mjs';
import { keepPort } from './ports.mjs';
import { canInstallPackages, findOnPath } from './programs.mjs';
import { pingRedis } from './redis-probe.mjs';

/** @typedef {import('./engine-start.mjs').EngineOptions} RedisOptions */

const LOOPBACK = '127.0.0.1';

/**
 * Redis at REDIS_URL, else `redis-server` from PATH, installed first on Debian as root. Every write is in the
 * append-only file before it is answered (as far as the operating system: not a power cut), and nothing is evicted.
 * @param {RedisOptions} options
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startRedis(options) {
  const env = options.env ?? process.env;
  const given = env['REDIS_URL'];
  if (given) return useGivenRedis(given);

  const { server, kind } = await provisionRedis(options);
  const home = join(options.dataDir, 'redis');
  requireDiskSpace(home, options.minFreeBytes);
  const port = await keepPort(options.dataDir, 'redis', options.port);
  const started = await startEngine({
    name: 'Redis',
    file: 'redis',
    command: server,
    // `always` costs a disk flush per answer and `everysec` may hold writes back while it flushes; `no` hands each
    // write to the system before answering, which is what a killed process must not lose.
    args: [
      '--port',
      String(port),
      '--bind',
      LOOPBACK,
      '--dir',
      home,
      '--daemonize',
      'no',
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ],
    options,
    isReady: async () => (await pingRedis({ host: LOOPBACK, port })) === '+PONG',
  });
  return {
    name: 'Redis',
    url: `redis://${LOOPBACK}:${port}`,
    kind,
    description: `Redis (${server})`,
    port,
    pid: started.pid,
    stop: () => started.stop(),
    kill: started.kill,
    heartbeat: started.heartbeat,
  };
}

/**
 * Finds or installs redis-server, without starting it.
 * @param {Pick<RedisOptions, 'env' | 'mayInstall' | 'onStep'>} options
 * @returns {Promise<{ server: string, kind: 'path' | 'provisioned' }>}
 */
export async function provisionRedis({ env = process.env, mayInstall = canInstallPackages(), onStep }) {
  const found = findOnPath('redis-server', env);
  if (found !== undefined) return { server: found, kind: 'path' };
  if (!mayInstall) {
    throw new EngineError(
      'Redis is missing: install redis-server (Debian, Ubuntu), or set REDIS_URL to one of yours (docker compose up).',
    );
  }
  onStep?.({ name: 'Redis', done: 0, total: 1, note: 'installing' });
  await installPackage(['redis-server'], 'Redis');
  return { server: findOnPath('redis-server', env) ?? '/usr/bin/redis-server', kind: 'provisioned' };
}

/** @param {string} url */
function useGivenRedis(url) {
  const { hostname, port, password, username } = new URL(url);
  return useGivenEngine({
    name: 'Redis',
    variable: 'REDIS_URL',
    url,
    isReady: async () => {
      const address = { host: hostname, port: Number(port || 6379) };
      // TLS and logins beyond a password are the client's affair: whoever answers at all is there.
      const answer = await pingRedis({ ...address, password: decodeURIComponent(password), user: username });
      return answer !== undefined && !answer.startsWith('-LOADING');
    },
  });
}
