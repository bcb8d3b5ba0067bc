import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '@vidhi/local/paths.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { ensureServiceBundles } from '@vidhi/local/service-bundles.mjs';
import { LAUNCHED_SERVICES } from '@vidhi/local/services.mjs';
import { spawnBound } from './spawn-bound.ts';
import { watchedProcess } from './watched-process.ts';

export interface ServiceProcess {
  url: string;
  pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  /**
   * Ends the process and resolves with its exit code, or null when a signal ended it. Rejects when the process sent
   * MongoDB a command outside the subset (`mongo-subset.ts`).
   */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceProcessOptions {
  /** Path of the service's `server.ts`; started from its bundle. */
  script: string;
  /** Environment variables; without `PORT` the service listens on a free port. */
  env: Record<string, string>;
}

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 100;

let bundling: Promise<string> | undefined;
const serviceBundles = (): Promise<string> => (bundling ??= ensureServiceBundles({ node: process.execPath }));

function bundleOf(script: string, bundles: string): string {
  const service = LAUNCHED_SERVICES.find((launched) => inRoot(launched.script) === resolve(script));
  if (service === undefined) throw new Error(`${script} is not the script of a launched service`);
  return join(bundles, `${service.name}.mjs`);
}

/** Resolves with whether a response of `/readyz` reports the service as ready for reads and, if it has them, for writes. */
async function takesRequests(response: Response): Promise<boolean> {
  const { checks } = (await response.json()) as { checks?: Record<string, { ok: boolean }> };
  return response.ok && checks?.['writes']?.ok !== false;
}

/**
 * Starts a service as a process and resolves when it takes reads and writes, by `/readyz`. Rejects when it exits or is not
 * ready in time.
 */
export async function startServiceProcess({ script, env }: ServiceProcessOptions): Promise<ServiceProcess> {
  const port = Number(env['PORT'] ?? (await anyFreePort()));
  const url = `http://127.0.0.1:${port}`;
  const watched = watchedProcess();
  const bundles = await serviceBundles();
  const child = spawnBound([...watched.args, bundleOf(script, bundles)], {
    env: {
      NODE_COMPILE_CACHE: join(bundles, 'compile-cache'),
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // They need much processor time, and few tests need them.
      PICTURE_VARIANTS: 'false',
      ...env,
      ...watched.env,
    },
    output: 'pipe',
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let isRunning = true;
  void exited.then(() => (isRunning = false));

  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (!isRunning) throw new Error(`${script} ended before it was ready:\n${written}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response !== null && (await takesRequests(response))) break;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${script} was not ready in time:\n${written}`);
    }
    await delay(POLL_MS);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => written,
    async end(signal = 'SIGTERM') {
      if (isRunning) child.kill(signal);
      const code = await exited;
      try {
        watched.expectOnlySubset();
      } finally {
        watched.remove();
      }
      return code;
    },
  };
}
