import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { requireDiskSpace, startEngine, useExternalEngine } from './engine-start.mjs';
import { installPackage } from './packages.mjs';
import { claimPort } from './ports.mjs';
import { canInstallPackages, findOnPath } from './programs.mjs';
import { pingRedis } from './redis-probe.mjs';
import { settingOf } from './setting.mjs';
import { acceptsConnections } from './socket-exchange.mjs';

/** @typedef {import('./engine-start.mjs').EngineOptions & { args?: readonly string[] }} RedisOptions */

const LOOPBACK = '127.0.0.1';

/**
 * Uses Redis at REDIS_URL, or starts `redis-server` from PATH, which is installed when this is root on
 * Debian. Every write is in the append-only file before its reply (handed to the operating system, not
 * flushed to disk), and nothing is evicted.
 * @param {RedisOptions} options `args` are added to those of the server, for tests of other listeners
 * @returns {Promise<import('./engine-start.mjs').RunningEngine>}
 */
export async function startRedis(options) {
  const env = options.env ?? process.env;
  const externalAddress = settingOf(env, 'REDIS_URL');
  if (externalAddress) return useExternalRedis(externalAddress);

  const { server, kind } = await provisionRedis(options);
  const home = join(options.dataDir, 'redis');
  requireDiskSpace(home, options.minFreeBytes);
  const port = await claimPort(options.dataDir, 'redis', options.port);
  const started = await startEngine({
    name: 'Redis',
    file: 'redis',
    command: server,
    // `always` flushes the disk for each reply, and `everysec` may block writes while it flushes; `no` hands
    // each write to the operating system before the reply, so a killed process loses none.
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
      ...(options.args ?? []),
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
      'Redis is missing: install redis-server (Debian, Ubuntu), or set REDIS_URL to an existing one (docker compose up).',
    );
  }
  onStep?.({ name: 'Redis', done: 0, total: 1, note: 'installing' });
  await installPackage(['redis-server'], 'Redis');
  return { server: findOnPath('redis-server', env) ?? '/usr/bin/redis-server', kind: 'provisioned' };
}

/** @param {string} url */
function useExternalRedis(url) {
  const { protocol, hostname, port, password, username } = new URL(url);
  return useExternalEngine({
    name: 'Redis',
    variable: 'REDIS_URL',
    url,
    isReady: async () => {
      const address = { host: hostname, port: Number(port || 6379) };
      // The probe has no TLS; the services report when such a server rejects them.
      if (protocol === 'rediss:') return acceptsConnections(address);
      // Any reply counts, even an error: the password may be in another setting.
      const reply = await pingRedis({ ...address, password: decodeURIComponent(password), user: username });
      return reply !== undefined && !reply.startsWith('-LOADING');
    },
  });
}
