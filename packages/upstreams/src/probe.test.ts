import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aFakeInstance, type FakeInstance } from './fake-instance-builder.ts';
import { closeInstance, createInstance, type Instance } from './instance.ts';
import { createInstanceSet, type InstanceSet } from './instance-set.ts';
import { startProbes, type Probes } from './probe.ts';

const LIMITS = { connectMs: 1_000, responseMs: 60_000, connections: 4 };

let fakes: FakeInstance[];
let instances: Instance[];
let set: InstanceSet;
let probes: Probes;

beforeEach(async () => {
  fakes = [await aFakeInstance(), await aFakeInstance(), await aFakeInstance()];
  instances = fakes.map(({ origin }) => createInstance(origin, LIMITS));
  set = createInstanceSet(instances);
  probes = startProbes([set]);
  await probes.firstRound;
});
afterEach(async () => {
  probes.stop();
  await Promise.all(instances.map(closeInstance));
  await Promise.all(fakes.map((fake) => fake.stop()));
});

const [first] = [0];
const healthOf = (at: number) => instances[at]?.health;
const fakeAt = (at: number): FakeInstance => {
  const fake = fakes[at];
  if (fake === undefined) throw new Error('no such instance');
  return fake;
};

/** Creates one address for two processes: connections that were open when the first began to drain stay with it. */
async function aRestartedService() {
  const sockets = new Set<Socket>();
  const draining = new WeakSet<Socket>();
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const status = draining.has(request.socket) ? 503 : 200;
    statuses.push(status);
    response.writeHead(status, status === 503 ? { connection: 'close' } : {}).end();
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    drainFirst: () => sockets.forEach((socket) => draining.add(socket)),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('a probe', () => {
  it('asks over a new connection before it takes out an address whose first process is draining', async () => {
    const service = await aRestartedService();
    const instance = createInstance(service.origin, LIMITS);
    const changes: string[] = [];
    const probing = startProbes([createInstanceSet([instance])], {
      onChange: ({ health }) => void changes.push(health),
    });
    await probing.firstRound;
    service.drainFirst();
    const hasRecovered = (): boolean => {
      const drainedAt = service.statuses.indexOf(503);
      return drainedAt >= 0 && service.statuses.lastIndexOf(200) > drainedAt;
    };
    await expect.poll(hasRecovered).toBe(true);
    probing.stop();
    expect(changes).toEqual(['ready']);
    expect(service.statuses.filter((status) => status === 503)).toHaveLength(1);
    await closeInstance(instance);
    await service.stop();
  });

  it('marks all instances ready in its first round', () => {
    expect(instances.map(({ health }) => health)).toEqual(['ready', 'ready', 'ready']);
  });

  it('takes an instance that is not ready out of service, and returns it', async () => {
    fakeAt(first).readyStatus = 503;
    await expect.poll(() => healthOf(first)).toBe('notReady');
    expect([set.next(), set.next(), set.next()]).not.toContain(instances[first]);
    fakeAt(first).readyStatus = 200;
    await expect.poll(() => healthOf(first)).toBe('ready');
  });

  it('takes a stopped instance out of service, and returns it only when it is ready', async () => {
    await fakeAt(first).stop();
    await expect.poll(() => healthOf(first)).toBe('unreachable');
    fakeAt(first).readyStatus = 503;
    await fakeAt(first).restart();
    await expect.poll(() => healthOf(first)).toBe('notReady');
    fakeAt(first).readyStatus = 200;
    await expect.poll(() => healthOf(first)).toBe('ready');
  });

  it('takes a hung instance out of service, and returns it when it resumes', async () => {
    fakeAt(first).suspend();
    await expect.poll(() => healthOf(first)).toBe('unresponsive');
    fakeAt(first).resume();
    await expect.poll(() => healthOf(first)).toBe('ready');
  });

  it('is sent at the interval of the options, and at once when it is requested', async () => {
    const fake = await aFakeInstance();
    const instance = createInstance(fake.origin, LIMITS);
    const probing = startProbes([createInstanceSet([instance])], { intervalMs: 600_000 });
    await probing.firstRound;
    expect(fake.probes).toBe(1);
    instance.requestProbe();
    await expect.poll(() => fake.probes).toBe(2);
    probing.stop();
    await closeInstance(instance);
    await fake.stop();
  });

  it('does not accumulate requests on a hung instance', async () => {
    fakeAt(first).readyStatus = null;
    await expect.poll(() => healthOf(first)).toBe('unresponsive');
    const before = fakeAt(first).probes;
    for (let count = 0; count < 100; count += 1) instances[first]?.requestProbe();
    expect(fakeAt(first).probes).toBe(before);
  });

  it('marks a hung instance unreachable when it is killed', async () => {
    fakeAt(first).suspend();
    await expect.poll(() => healthOf(first)).toBe('unresponsive');
    await fakeAt(first).stop();
    await expect.poll(() => healthOf(first)).toBe('unreachable');
    await fakeAt(first).restart();
  });

  it('takes an instance that is far slower than the others out of service', async () => {
    fakeAt(first).readyDelayMs = 300;
    await expect.poll(() => healthOf(first)).toBe('slow');
    expect([set.next(), set.next(), set.next()]).not.toContain(instances[first]);
    fakeAt(first).readyDelayMs = 0;
    await expect.poll(() => healthOf(first)).toBe('ready');
  });
});
