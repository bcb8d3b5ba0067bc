import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  aGateway,
  tokenOf,
  type FakeService,
  type GatewayOptions,
  type GatewayUnderTest,
} from '../gateway-builder.ts';

/** Time-out so long that no test passes by it. */
const PATIENCE_MS = 600_000;

let gateway: GatewayUnderTest;
const children: ChildProcess[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await gateway.close();
});

const start = async (options: GatewayOptions = {}): Promise<void> => {
  gateway = await aGateway({ responseMs: PATIENCE_MS, probeTimeoutMs: 500, ...options });
};
const healths = () => gateway.upstreams.newsReaders.instances.map(({ health }) => health);
const timesReceived = () => gateway.readers.map(({ received }) => received.length).toSorted();
const everyone = (respond: FakeService['respond']): void => {
  for (const reader of gateway.readers) reader.respond = respond;
};

const SERVER = `
  const server = require('node:http').createServer((request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Creates a child process, which can be stopped by a signal. */
async function aProcess(): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  if (child.stdout === null) throw new Error('no output');
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, origin: `http://127.0.0.1:${port.toString().trim()}` };
}

describe('a reader that fails', () => {
  it('causes no failed read when its process is suspended or killed', async () => {
    const { child, origin } = await aProcess();
    await start({ readers: 1, otherReaders: [origin] });
    child.kill('SIGSTOP');
    const reads = Array.from({ length: 8 }, (_, at) => gateway.get(`/api/posts/${at}`));
    for (const read of reads) expect((await read).status).toBe(200);
    await expect.poll(healths).toEqual(['ready', 'unresponsive']);
    child.kill('SIGCONT');
    await expect.poll(healths).toEqual(['ready', 'ready']);
    child.kill('SIGKILL');
    for (let at = 10; at < 18; at += 1) expect((await gateway.get(`/api/posts/${at}`)).status).toBe(200);
    await expect.poll(healths).toEqual(['ready', 'unreachable']);
  });

  it('causes no failed read with a token when its process is suspended', async () => {
    const { child, origin } = await aProcess();
    await start({ readers: 1, otherReaders: [origin] });
    child.kill('SIGSTOP');
    const headers = { authorization: `Bearer ${tokenOf(4)}` };
    const reads = Array.from({ length: 4 }, (_, at) => gateway.get(`/api/posts/${at}`, { headers }));
    for (const read of reads) expect((await read).status).toBe(200);
  });

  it('is not awaited although it is the only one', async () => {
    const { child, origin } = await aProcess();
    await start({ readers: 0, otherReaders: [origin] });
    child.kill('SIGSTOP');
    const response = await gateway.get('/api/posts');
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
    child.kill('SIGCONT');
    await expect.poll(async () => (await gateway.get('/api/posts')).status).toBe(200);
  });

  it('gets no requests while it is not ready', async () => {
    await start({ readers: 1 });
    const [reader] = gateway.readers as [FakeService];
    reader.readyStatus = 503;
    await expect.poll(healths).toEqual(['notReady']);
    reader.respond = (_request, response) => response.writeHead(404).end('{}');
    const response = await gateway.get('/api/posts/1');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect([reader.received.length, gateway.cache.size]).toEqual([0, 0]);
  });

  it('is replaced for a read with a token to which it responds 503', async () => {
    await start({ readers: 2 });
    const [first] = gateway.readers as [FakeService];
    first.respond = (_request, response) =>
      response.writeHead(503, { 'retry-after': '7', 'x-from': 'first' }).end('not ready');
    for (let at = 0; at < 4; at += 1) {
      const response = await gateway.get('/api/posts', {
        headers: { authorization: `Bearer ${tokenOf(4)}` },
      });
      expect([response.status, response.headers.get('retry-after'), response.headers.get('x-from')]).toEqual([
        200,
        null,
        null,
      ]);
    }
  });
});

describe('a read that times out', () => {
  it('is executed by only one reader, however often it is retried', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await start({ readers: 3, responseMs: 1_500 });
    everyone(() => undefined);
    expect((await gateway.get('/api/posts?sort=costly')).status).toBe(504);
    const again = await gateway.get('/api/posts?sort=costly');
    expect([again.status, again.headers.get('retry-after')]).toEqual([504, '5']);
    expect(timesReceived()).toEqual([0, 0, 1]);
    everyone((_request, response) => response.end('{}'));
    expect((await gateway.get('/api/posts?sort=other')).status).toBe(200);
    vi.setSystemTime(Date.now() + 5_001);
    expect((await gateway.get('/api/posts?sort=costly')).status).toBe(200);
  });

  it('with a token is executed by only one reader', async () => {
    await start({ readers: 2, responseMs: 1_500 });
    everyone(() => undefined);
    const headers = { authorization: `Bearer ${tokenOf(4)}` };
    expect((await gateway.get('/api/posts?sort=costly', { headers })).status).toBe(504);
    expect(timesReceived()).toEqual([0, 1]);
  });

  it('that blocks its reader reaches two readers at most, however often it is retried', async () => {
    await start({ readers: 3 });
    for (const reader of gateway.readers) reader.respond = () => (reader.readyStatus = null);
    expect((await gateway.get('/api/posts?sort=costly')).status).toBe(503);
    expect((await gateway.get('/api/posts?sort=costly')).headers.get('retry-after')).toBe('5');
    expect(timesReceived()).toEqual([0, 1, 1]);
  });
});

describe('/readyz', () => {
  const checksOf = async () => {
    const response = await gateway.get('/readyz');
    const { checks } = (await response.json()) as { checks: Record<string, { ok: boolean; detail: string }> };
    return { status: response.status, checks };
  };

  it('reports the health of every instance of every service, without URLs', async () => {
    await start({ readers: 2 });
    const [first] = gateway.readers as [FakeService];
    first.readyStatus = 503;
    gateway.services.catalog.readyStatus = null;
    await gateway.services.notify.stop();
    await expect
      .poll(async () => (await checksOf()).checks)
      .toMatchObject({
        reads: { ok: true },
        newsReaders: { ok: true, detail: 'notReady, ready' },
        newsWriter: { ok: true, detail: 'ready' },
        catalog: { ok: false, detail: 'unresponsive' },
        notify: { ok: false, detail: 'unreachable' },
        web: { ok: true, detail: 'ready' },
      });
    expect((await checksOf()).status).toBe(200);
    expect(JSON.stringify(await checksOf())).not.toContain('127.0.0.1');
  });

  it('is 503 while no reader is ready and nothing is cached', async () => {
    await start({ readers: 1 });
    const [reader] = gateway.readers as [FakeService];
    await gateway.get('/robots.txt');
    reader.readyStatus = 503;
    await expect.poll(healths).toEqual(['notReady']);
    expect(await checksOf()).toMatchObject({ status: 200, checks: { newsReaders: { ok: false } } });
    gateway.cache.clear();
    expect(await checksOf()).toMatchObject({ status: 503, checks: { reads: { ok: false } } });
  });
});
