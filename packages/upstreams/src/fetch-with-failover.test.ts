import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aFakeInstance, type FakeInstance } from './fake-instance-builder.ts';
import { fetchWithFailover } from './fetch-with-failover.ts';
import { closeInstance, createInstance, type Instance } from './instance.ts';
import { createInstanceSet, type InstanceSet } from './instance-set.ts';
import { startProbes, type Probes } from './probe.ts';
import {
  NoInstanceError,
  ReadTimeoutError,
  RepeatedFailureError,
  ResponseTooLargeError,
  UnresponsiveError,
} from './upstream-error.ts';

/** Long enough that no test depends on its expiry. */
const LONG_TIMEOUT_MS = 600_000;
/** Later than a probe on an idle machine. */
const LATE_MS = 300;
const LIMITS = { connectMs: 1_000, responseMs: LONG_TIMEOUT_MS, connections: 4 };

let fakes: FakeInstance[] = [];
let instances: Instance[] = [];
let set: InstanceSet;
let probes: Probes;

async function start(count: number): Promise<void> {
  fakes = [];
  for (let at = 0; at < count; at += 1) fakes.push(await aFakeInstance());
  instances = fakes.map(({ origin }) => createInstance(origin, LIMITS));
  set = createInstanceSet(instances);
  probes = startProbes([set]);
  await probes.firstRound;
}
beforeEach(() => start(3));
afterEach(async () => {
  probes.stop();
  await Promise.all(instances.map(closeInstance));
  await Promise.all(fakes.map((fake) => fake.stop()));
});

const read = (timeoutMs = LONG_TIMEOUT_MS, maxWaitMs = 0) =>
  fetchWithFailover(set, { path: '/a', limitBytes: 1_000 }, { timeoutMs, maxWaitMs });
const textOf = async (response: ReturnType<typeof read>): Promise<string> =>
  Buffer.concat([...(await response).chunks]).toString();
const timesReceived = (): number[] => fakes.map(({ received }) => received.length).toSorted();
const handleOnAll = (handle: FakeInstance['handle']): void =>
  fakes.forEach((fake) => {
    fake.handle = handle;
  });

describe('a read', () => {
  it('fails over when connections are refused, until an instance responds', async () => {
    await Promise.all([fakes[0]?.stop(), fakes[1]?.stop()]);
    expect(await textOf(read())).toBe(fakes[2]?.origin);
    await Promise.all([fakes[0]?.restart(), fakes[1]?.restart()]);
  });

  it('fails over after a 503, and resolves with the last 503 when all instances respond so', async () => {
    const [first, second] = fakes;
    if (first === undefined || second === undefined) throw new Error('three instances');
    first.handle = second.handle = (_request, response) => response.writeHead(503).end();
    for (let count = 0; count < 3; count += 1) expect(await textOf(read())).toBe(fakes[2]?.origin);
    handleOnAll((_request, response) => response.writeHead(503, { 'retry-after': '7' }).end());
    expect((await read()).headers['retry-after']).toBe('7');
  });

  it('fails over when an instance crashes before or during its response', async () => {
    const [first, second] = fakes;
    if (first === undefined || second === undefined) throw new Error('three instances');
    for (const die of [
      (_request, response) => response.destroy(),
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('some', () => response.destroy());
      },
    ] satisfies FakeInstance['handle'][]) {
      first.handle = die;
      for (let count = 0; count < 3; count += 1)
        expect((await textOf(read())).startsWith('http://')).toBe(true);
    }
  });

  it('that crashes its process reaches only two instances', async () => {
    handleOnAll((_request, response) => response.destroy());
    await expect(read()).rejects.toThrow(RepeatedFailureError);
    expect(timesReceived()).toEqual([0, 1, 1]);
  });

  it('times out, and is not retried, when it is slow and its instance responds to probes', async () => {
    handleOnAll(() => undefined);
    await expect(read(2_500)).rejects.toThrow(ReadTimeoutError);
    expect(timesReceived()).toEqual([0, 0, 1]);
  });

  it('fails over when its instance is suspended during the request', async () => {
    const [first] = fakes;
    if (first === undefined) throw new Error('three instances');
    handleOnAll((_request, response) => response.end('well'));
    first.handle = () => first.suspend();
    for (let count = 0; count < 3; count += 1) expect(await textOf(read())).toBe('well');
    expect(first.received).toEqual(['/a']);
  });

  it('that blocks its process reaches only two instances', async () => {
    fakes.forEach((fake) => (fake.handle = () => fake.suspend()));
    await expect(read()).rejects.toThrow(RepeatedFailureError);
    expect(timesReceived()).toEqual([0, 1, 1]);
  });

  it('is not sent when no instance takes requests', async () => {
    fakes.forEach((fake) => (fake.readyStatus = 503));
    await expect.poll(() => instances.map(({ health }) => health)).toEqual(Array(3).fill('notReady'));
    await expect(read()).rejects.toThrow(NoInstanceError);
    expect(timesReceived()).toEqual([0, 0, 0]);
  });

  it('waits for the restart of the only instance, and is executed once', async () => {
    const [fake] = fakes as [FakeInstance];
    set = createInstanceSet(instances.slice(0, 1));
    expect(await textOf(read())).toBe(fake.origin);
    await fake.stop();
    await expect(read()).rejects.toThrow('ECONNREFUSED');
    const waiting = [read(LONG_TIMEOUT_MS, LONG_TIMEOUT_MS), read(LONG_TIMEOUT_MS, LONG_TIMEOUT_MS)];
    fake.readyStatus = 503;
    await fake.restart();
    await expect.poll(() => instances[0]?.health).toBe('notReady');
    expect(fake.received).toEqual(['/a']);
    fake.readyStatus = 200;
    for (const response of waiting) expect(await textOf(response)).toBe(fake.origin);
    expect(fake.received).toEqual(['/a', '/a', '/a']);
  });

  describe('that was executed when the only instance crashed', () => {
    let fake: FakeInstance;
    beforeEach(() => {
      [fake] = fakes as [FakeInstance];
      set = createInstanceSet(instances.slice(0, 1));
    });
    async function crashDuringRead(): Promise<{ waiting: ReturnType<typeof read> }> {
      const hasArrived = new Promise<void>((resolve) => (fake.handle = () => resolve()));
      const waiting = read(LONG_TIMEOUT_MS, LONG_TIMEOUT_MS);
      await hasArrived;
      await fake.stop();
      return { waiting };
    }
    async function textAfterRestart(waiting: ReturnType<typeof read>): Promise<string> {
      await expect.poll(() => instances[0]?.health).toBe('unreachable');
      fake.handle = (_request, response) => response.end('again');
      await fake.restart();
      return textOf(waiting);
    }

    it('is repeated after its restart', async () => {
      const { waiting } = await crashDuringRead();
      expect(await textAfterRestart(waiting)).toBe('again');
    });

    it('waits for the probe that discovers the crash, although it is late', async () => {
      probes.stop();
      const { waiting } = await crashDuringRead();
      await delay(LATE_MS);
      probes = startProbes([set]);
      expect(await textAfterRestart(waiting)).toBe('again');
    });
  });

  it('does not wait longer than asked', async () => {
    const [fake] = fakes as [FakeInstance];
    set = createInstanceSet(instances.slice(0, 1));
    await fake.stop();
    await expect(read(LONG_TIMEOUT_MS, 50)).rejects.toThrow('ECONNREFUSED');
    await fake.restart();
  });

  it('does not wait for an instance that has been away for long, nor for a hung one', async () => {
    let now = 0;
    const [fake] = fakes as [FakeInstance];
    set = createInstanceSet(instances.slice(0, 1), { now: () => now });
    await fake.stop();
    await expect(read()).rejects.toThrow('ECONNREFUSED');
    now = 10_000;
    await expect(read(LONG_TIMEOUT_MS, LONG_TIMEOUT_MS)).rejects.toThrow(NoInstanceError);
    await fake.restart();
    await expect.poll(() => instances[0]?.health).toBe('ready');
    expect(await textOf(read())).toBe(fake.origin);
    fake.suspend();
    await expect.poll(() => instances[0]?.health).toBe('unresponsive');
    now += performance.now() + 2_000;
    await expect(read(LONG_TIMEOUT_MS, LONG_TIMEOUT_MS)).rejects.toThrow(NoInstanceError);
    fake.resume();
  });

  it('is not retried when its response is too large', async () => {
    handleOnAll((_request, response) => response.end('x'.repeat(2_000)));
    await expect(read()).rejects.toThrow(ResponseTooLargeError);
    expect(timesReceived()).toEqual([0, 0, 1]);
  });

  it('is aborted when the only instance hangs', async () => {
    const only = createInstanceSet(instances.slice(0, 1));
    fakes[0]?.suspend();
    const options = { timeoutMs: LONG_TIMEOUT_MS };
    await expect(fetchWithFailover(only, { path: '/a', limitBytes: 1 }, options)).rejects.toThrow(
      UnresponsiveError,
    );
    await expect
      .poll(() =>
        fetchWithFailover(only, { path: '/a', limitBytes: 1 }, options).catch((error: unknown) => error),
      )
      .toBeInstanceOf(NoInstanceError);
  });
});
