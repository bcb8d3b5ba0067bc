import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { requireDiskSpace, startEngine } from './engine-start.mjs';
import { withFileLock } from './file-lock.mjs';
import { claimPort } from './ports.mjs';
import { findOnPath, isExecutable, runProgram } from './programs.mjs';

const MODULE = 'github.com/minio/minio';
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
/** Disable optimization and omit debugging tables: compiling takes 142 instead of 237 s of processor time. */
const FAST_BUILD = ['-gcflags=all=-N -l', '-ldflags=-s -w'];
const LOOPBACK = '127.0.0.1';
const KEY_BYTES = 16;
const HEALTH_TIMEOUT_MS = 2_000;

/**
 * Finds MinIO on PATH or compiles it with Go, which takes minutes once: an S3 server with users and policies, for the drill of
 * rotated secrets. Safe to interrupt and to run concurrently.
 * @param {{ engineDir: string, env?: import('./programs.mjs').Env, onStep?: import('./jars.mjs').OnStep }} options
 * @returns {Promise<{ server: string, kind: 'path' | 'provisioned' }>}
 */
export async function provisionMinio({ engineDir, env = process.env, onStep }) {
  const found = findOnPath('minio', env);
  if (found !== undefined) return { server: found, kind: 'path' };
  const home = join(engineDir, `minio-${VERSION}`);
  const server = join(home, 'minio');
  if (isExecutable(server)) return { server, kind: 'provisioned' };
  const go = findOnPath('go', env);
  if (go === undefined) {
    throw new EngineError('MinIO is not available: neither minio nor Go (to compile it) is on PATH.');
  }
  await withFileLock(home, async () => {
    if (isExecutable(server)) return;
    onStep?.({ name: 'MinIO', done: 0, total: 1, note: 'compiling, for about two minutes' });
    await compile(go, home, env);
    renameSync(join(home, 'partial', 'minio'), server);
  });
  onStep?.({ name: 'MinIO', done: 1, total: 1, note: 'ready' });
  return { server, kind: 'provisioned' };
}

/**
 * @param {string} go
 * @param {string} home
 * @param {import('./programs.mjs').Env} env
 */
async function compile(go, home, env) {
  requireDiskSpace(home);
  const partial = join(home, 'partial');
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const { code, output } = await runProgram(go, ['install', ...FAST_BUILD, `${MODULE}@${VERSION}`], {
    env: { ...env, GOBIN: partial, CGO_ENABLED: '0' },
  });
  if (code === 0) return;
  throw new EngineError('MinIO is not available: it could not be compiled (no network?).', {
    cause: new Error(output.slice(-2_000)),
  });
}

/**
 * Starts MinIO with its own folder, port and random keys.
 * @param {import('./engine-start.mjs').EngineOptions} options
 */
export async function startMinio(options) {
  const { server, kind } = await provisionMinio(options);
  const home = join(options.dataDir, 'minio');
  requireDiskSpace(home);
  const port = await claimPort(options.dataDir, 'minio', options.port);
  const accessKey = randomBytes(KEY_BYTES).toString('hex');
  const secretKey = randomBytes(KEY_BYTES).toString('hex');
  const url = `http://${LOOPBACK}:${port}`;
  const started = await startEngine({
    name: 'MinIO',
    file: 'minio',
    command: server,
    args: [
      'server',
      '--quiet',
      '--address',
      `${LOOPBACK}:${port}`,
      '--console-address',
      `${LOOPBACK}:0`,
      home,
    ],
    childEnv: {
      ...(options.env ?? process.env),
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    options,
    isReady: () => isReady(url),
  });
  return { url, accessKey, secretKey, kind, description: `MinIO (${server})`, stop: () => started.stop() };
}

/** @param {string} url */
async function isReady(url) {
  try {
    const { ok } = await fetch(`${url}/minio/health/ready`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    return ok;
  } catch {
    return false;
  }
}
