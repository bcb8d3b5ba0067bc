import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../src/deadline.mjs';
import { SERVICE_HEARTBEAT } from '../src/heartbeat.mjs';
import { startProcess } from '../src/processes.mjs';
import { anyFreePort } from '../src/ports.mjs';
import { startRedis } from '../src/redis.mjs';
import { pingRedis } from '../src/redis-probe.mjs';
import { supervise } from '../src/supervise.mjs';
import { freshDataDir } from './engine-folders.ts';

const PATIENCE_MS = 300_000;

function dataFolder() {
  const folder = freshDataDir();
  onTestFinished(() => folder[Symbol.dispose]());
  mkdirSync(join(folder.dataDir, 'run'), { recursive: true });
  return folder;
}

const responds = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves with a supervised HTTP server in its own process. */
async function superviseServer() {
  const { dataDir } = dataFolder();
  const port = await anyFreePort();
  const script = `require('node:http').createServer((q, r) => r.end()).listen(${port}, '127.0.0.1')`;
  const lines: string[] = [];
  const supervised = await supervise({
    name: 'server',
    say: (line) => lines.push(line),
    start: async ({ onExit }) => {
      const started = startProcess({
        name: 'server',
        command: process.execPath,
        args: ['-e', script],
        runDir: join(dataDir, 'run'),
        logFile: join(dataDir, 'server.log'),
        onExit,
      });
      await pollUntil(async () => ((await responds(port)) ? true : undefined), { withinMs: PATIENCE_MS });
      return { ...started, heartbeat: { probe: () => responds(port), ...SERVICE_HEARTBEAT } };
    },
  });
  onTestFinished(() => supervised.stop());
  return { supervised, lines };
}

describe('a supervised process that hangs', () => {
  it('is replaced when it is suspended', async () => {
    const { supervised, lines } = await superviseServer();
    const pid = supervised.pid();
    supervised.kill('SIGSTOP');
    await expect
      .poll(() => lines.some((line) => /has not responded for \d+ s: killing it/.test(line)))
      .toBe(true);
    await expect.poll(() => supervised.state() === 'up' && supervised.pid() !== pid).toBe(true);
  });

  it('is stopped at once while it is suspended', async () => {
    const { supervised } = await superviseServer();
    const pid = Number(supervised.pid());
    supervised.kill('SIGSTOP');
    await supervised.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('an engine', () => {
  it('that is suspended for a while is not restarted', async () => {
    const folder = dataFolder();
    const engine = await supervise({
      name: 'redis',
      say: () => undefined,
      start: ({ onExit }) => startRedis({ ...folder.options('redis'), onExit }),
    });
    onTestFinished(() => engine.stop());
    const pid = engine.pid();
    const address = { host: '127.0.0.1', port: Number(engine.child()?.port) };
    engine.kill('SIGSTOP');
    // Twice the time-out of a probe; a service would be restarted soon after.
    expect(await pingRedis(address)).toBeUndefined();
    expect(await pingRedis(address)).toBeUndefined();
    engine.kill('SIGCONT');
    await expect.poll(() => pingRedis(address)).toBe('+PONG');
    expect(engine.pid()).toBe(pid);
  });
});
