import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import { silentLogger } from '@vidhi/messaging/kafka.ts';
import { createModelSnapshots, type ModelSnapshots, type ModelState } from './model-snapshots.ts';
import { createRevisedModel } from './revised-model.ts';

const MINUTE_MS = 60_000;

let folder: string;
let path: string;
let writes: number;
let open: ModelSnapshots[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'vidhi-snapshots-'));
  path = join(folder, 'model.snapshot');
  writes = 0;
  open = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const snapshots of open) await snapshots.close();
  rmSync(folder, { recursive: true, force: true });
});

let clock = Date.now();

/** Snapshots of an empty model that has applied `state.records` records. */
function snapshotsOf(state: { records: number }): ModelSnapshots {
  const model = createReadModel(newsCollections, { longTextDirectory: join(folder, 'bodies') });
  const revised = createRevisedModel({
    model,
    accept: () => true,
    transform: (_name, doc) => doc,
    onChange: undefined,
    counters: {},
  });
  const log = { ...silentLogger, info: () => void (writes += 1) };
  const stateOf = (): ModelState => ({
    positions: new Map([['news.posts', BigInt(state.records)]]),
    clusterId: 'c',
    freshAt: clock,
  });
  const snapshots = createModelSnapshots({
    path,
    rules: '1',
    model,
    revised,
    stateOf,
    log,
    now: () => clock,
  });
  snapshots.start();
  open.push(snapshots);
  return snapshots;
}

/** Half the interval of the checks: processes that were started one step apart check one after the other. */
const STEP_MS = 2_500;

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    clock += STEP_MS;
    const before = writes;
    await vi.advanceTimersByTimeAsync(STEP_MS);
    // Writing takes real file system calls, after which the next check is scheduled.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(open.length), { interval: 1 });
    if (writes > before) utimesSync(path, clock / 1_000, clock / 1_000);
  }
}

it('are written soon after many records, and otherwise every ten minutes', async () => {
  const state = { records: 0 };
  snapshotsOf(state);
  await pass(5_000);
  expect(writes).toBe(1);
  state.records += 99;
  await pass(9 * MINUTE_MS);
  expect(writes).toBe(1);
  await pass(MINUTE_MS);
  expect(writes).toBe(2);
  state.records += 100;
  await pass(5_000);
  expect(writes).toBe(3);
  await pass(20 * MINUTE_MS);
  expect(writes).toBe(3);
});

it('are written by one of the processes that share a file', async () => {
  const state = { records: 0 };
  snapshotsOf(state);
  await pass(STEP_MS);
  snapshotsOf(state);
  await pass(5_000);
  const first = writes;
  state.records += 100;
  await pass(20_000);
  expect(writes - first).toBe(1);
  await pass(5 * MINUTE_MS);
  expect(writes - first).toBe(1);
});
