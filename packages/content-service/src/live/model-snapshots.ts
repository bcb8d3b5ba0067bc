import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BusLogger } from '@vidhi/messaging/kafka.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { RevisedModel } from './revised-model.ts';
import { readSnapshot } from './read-snapshot.ts';
import { fingerprintOf, FORMAT, type SnapshotHeader } from './snapshot-format.ts';
import { writeSnapshot } from './write-snapshot.ts';

export interface SnapshotOptions {
  /** Processes of one role on one machine may share it: each replaces it as a whole. */
  path: string;
  /** Changes whenever documents of the same declarations would enter the model in another form. */
  rules: string;
}

/** Where a model stands: what a snapshot says of it. */
export interface ModelState {
  positions: ReadonlyMap<string, bigint>;
  clusterId: string | null;
  /** When it was last known to be up to date, in milliseconds since the epoch. */
  freshAt: number;
}

export interface ModelSnapshots {
  /** Fills the model; null, with the model empty, when there is no snapshot that can be used. */
  restore(): Promise<ModelState | null>;
  /** Writes from time to time from now on. */
  start(stateOf: () => ModelState | null): void;
  /** Writes a last time, where something has changed. */
  close(): Promise<void>;
}

export interface ModelSnapshotsDependencies extends SnapshotOptions {
  model: ReadModel;
  revised: RevisedModel;
  log: BusLogger;
  now?: () => number;
}

/**
 * Topics that are not compacted keep their records for 14 days: positions that are older may lie before them. Long
 * before that the database is the better source.
 */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const FIRST_MS = 5_000;
const LOOK_MS = 60_000;
const MIN_INTERVAL_MS = 10 * 60_000;
/** Writing takes at most 1 % of the time. */
const MAX_SHARE = 100;
const LEFTOVER_MS = 30 * 60_000;

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Keeps a snapshot of a model on disk. No failure of it ever reaches the model: it is logged. */
export function createModelSnapshots(dependencies: ModelSnapshotsDependencies): ModelSnapshots {
  const { path, rules, model, revised, log, now = Date.now } = dependencies;
  const fingerprint = fingerprintOf(model.schemas, rules);
  let stateOf: () => ModelState | null = () => null;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let written = '';
  let writtenAt = 0;
  let tookMs = 0;

  const describe = ({ positions, clusterId }: ModelState): string =>
    JSON.stringify([clusterId, [...positions].map(([topic, offset]) => [topic, String(offset)])]);

  async function write(): Promise<void> {
    const state = stateOf();
    if (state === null || describe(state) === written) return;
    const { positions, clusterId, freshAt } = state;
    const header: SnapshotHeader = {
      kind: 'header',
      format: FORMAT,
      fingerprint,
      freshAt,
      clusterId,
      positions: Object.fromEntries([...positions].map(([topic, offset]) => [topic, String(offset)])),
    };
    const startedAt = now();
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeSnapshot(path, { model, revisions: revised.revisions(), header });
      written = describe(state);
      tookMs = now() - startedAt;
      log.info({ path, tookMs }, 'a snapshot of the model was written');
    } catch (error) {
      log.warn({ path, error: messageOf(error) }, 'no snapshot of the model could be written');
    }
    writtenAt = now();
  }

  /** Whether another process, which shares the file, has written it a moment ago. */
  async function isWrittenByAnother(): Promise<boolean> {
    const found = await stat(path).catch(() => null);
    return found !== null && now() - found.mtimeMs < MIN_INTERVAL_MS;
  }

  async function look(): Promise<void> {
    if (now() - writtenAt < Math.max(MIN_INTERVAL_MS, tookMs * MAX_SHARE)) return;
    if (await isWrittenByAnother()) return;
    await write();
  }

  function schedule(waitMs: number): void {
    timer = setTimeout(() => {
      writing = look().finally(() => {
        writing = null;
        schedule(LOOK_MS);
      });
    }, waitMs);
    timer.unref();
  }

  /** What a process that was killed while it wrote has left. */
  async function removeLeftovers(): Promise<void> {
    const folder = dirname(path);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.tmp')) continue;
      const found = await stat(join(folder, name)).catch(() => null);
      if (found !== null && now() - found.mtimeMs > LEFTOVER_MS)
        await rm(join(folder, name), { force: true });
    }
  }

  return {
    async restore() {
      await removeLeftovers();
      try {
        const header = await readSnapshot(path, {
          model,
          fingerprint,
          put: revised.restore,
          noteRemoved: revised.note,
        });
        if (now() - header.freshAt > MAX_AGE_MS) throw new Error('it is older than a week');
        const positions = new Map(
          Object.entries(header.positions).map(([topic, offset]) => [topic, BigInt(offset)]),
        );
        const state = { positions, clusterId: header.clusterId, freshAt: header.freshAt };
        written = describe(state);
        writtenAt = now();
        return state;
      } catch (error) {
        revised.clear();
        if (isAbsent(error)) log.info({ path }, 'there is no snapshot of the model');
        else log.warn({ path, error: messageOf(error) }, 'the snapshot of the model is ignored');
        return null;
      }
    },
    start(given) {
      stateOf = given;
      schedule(FIRST_MS);
    },
    async close() {
      clearTimeout(timer);
      await writing;
      clearTimeout(timer);
      await write();
    },
  };
}
