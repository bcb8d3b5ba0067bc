import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { spawnBound } from './spawn-bound.ts';
import { watchedProcess } from './watched-process.ts';

export interface ServiceProcess {
  url: string;
  pid: number;
  /** What it has written so far. */
  output(): string;
  /**
   * Ends it and resolves with its exit code, null when a signal ended it. Throws when it sent Mongo something
   * outside the subset of both engines.
   */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceProcessOptions {
  /** Path of its `server.ts`. */
  script: string;
  /** Its port is a free one unless `PORT` is among them. */
  env: Record<string, string>;
}

const READY_MS = 120_000;
const ASK_EVERY_MS = 50;

/** Starts a service as its own process, as the launcher does, and resolves when it is ready. */
export async function startServiceProcess({ script, env }: ServiceProcessOptions): Promise<ServiceProcess> {
  const port = Number(env['PORT'] ?? (await anyFreePort()));
  const url = `http://127.0.0.1:${port}`;
  const watched = watchedProcess();
  const child = spawnBound([...watched.args, script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
      ...watched.env,
    },
    output: 'pipe',
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let running = true;
  void exited.then(() => (running = false));

  const deadline = Date.now() + READY_MS;
  for (;;) {
    if (!running) throw new Error(`${script} ended before it was ready:\n${written}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok === true) break;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${script} was not ready in time:\n${written}`);
    }
    await delay(ASK_EVERY_MS);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => written,
    async end(signal = 'SIGTERM') {
      if (running) child.kill(signal);
      const code = await exited;
      try {
        watched.expectInside();
      } finally {
        watched.remove();
      }
      return code;
    },
  };
}
