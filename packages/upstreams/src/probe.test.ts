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

describe('a probe', () => {
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
