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
  /** Several processes of one machine may share the file: each replaces it atomically. */
  path: string;
  /** Version of the rules by which documents are transformed for the model: a snapshot of other rules is ignored. */
  rules: string;
}

/** Position and freshness of a model when a snapshot is taken. */
export interface ModelState {
  /** Offset of the next record by topic. */
  positions: ReadonlyMap<string, bigint>;
  clusterId: string | null;
  /** Time at which the model was last known to be up to date, in milliseconds since the Unix epoch. */
  freshAt: number;
}

export interface ModelSnapshots {
  /** Loads the snapshot into the model. Resolves null, with an empty model, when there is no usable snapshot. */
  restore(): Promise<ModelState | null>;
  /** Starts writing periodically. */
  start(): void;
  /** Stops, and writes a last time if the model has changed. */
  close(): Promise<void>;
}

export interface ModelSnapshotsDependencies extends SnapshotOptions {
  model: ReadModel;
  revised: RevisedModel;
  /** Returns null while the model must not be written. */
  stateOf: () => ModelState | null;
  log: BusLogger;
  now?: () => number;
}

/**
 * Topics that are not compacted retain their records for 14 days, so older positions may point to deleted records. Well
 * before that, loading from the database is faster than replaying.
 */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const FIRST_CHECK_MS = 5_000;
const CHECK_INTERVAL_MS = 5_000;
const MIN_WRITE_INTERVAL_MS = 10 * 60_000;
/**
 * Number of records since the last snapshot beyond which a restart would wait for the catch-up: the next one is written
 * sooner.
 */
const MANY_RECORDS = 100;
const MIN_INTERVAL_WITH_MANY_RECORDS_MS = 5_000;
/** The interval is at least this many times the duration of a write: writing takes at most 1 % of the time. */
const MIN_INTERVAL_FACTOR = 100;
/** Temporary files older than this are of processes that were killed. */
const LEFTOVER_AGE_MS = 30 * 60_000;

/** Returns the number of records that a state includes; only differences between two states are meaningful. */
const recordsOf = ({ positions }: ModelState): number =>
  [...positions.values()].reduce((sum, offset) => sum + Number(offset), 0);

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Creates the reader and periodic writer of a model's snapshot on disk. Errors are logged and never thrown. */
export function createModelSnapshots(dependencies: ModelSnapshotsDependencies): ModelSnapshots {
  const { path, rules, model, revised, stateOf, log, now = Date.now } = dependencies;
  const fingerprint = fingerprintOf(model.schemas, rules);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let written = '';
  let writtenAt = 0;
  let writtenRecords = 0;
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
      writtenRecords = recordsOf(state);
      tookMs = now() - startedAt;
      log.info({ path, tookMs }, 'wrote a snapshot of the model');
    } catch (error) {
      log.warn({ path, error: messageOf(error) }, 'could not write a snapshot of the model');
    }
    writtenAt = now();
  }

  /** Notes a write by another process that shares the file and has about the same records. */
  async function noteWriteOfOtherProcess(records: number): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtimeMs <= writtenAt) return;
    writtenAt = found.mtimeMs;
    writtenRecords = records;
  }

  async function writeIfDue(): Promise<void> {
    const state = stateOf();
    if (state === null) return;
    const records = recordsOf(state);
    await noteWriteOfOtherProcess(records);
    const minIntervalMs =
      records - writtenRecords >= MANY_RECORDS ? MIN_INTERVAL_WITH_MANY_RECORDS_MS : MIN_WRITE_INTERVAL_MS;
    if (now() - writtenAt < Math.max(minIntervalMs, tookMs * MIN_INTERVAL_FACTOR)) return;
    await write();
  }

  function schedule(waitMs: number): void {
    timer = setTimeout(() => {
      writing = writeIfDue().finally(() => {
        writing = null;
        schedule(CHECK_INTERVAL_MS);
      });
    }, waitMs);
    timer.unref();
  }

  /** Removes the temporary files of processes that were killed while writing. */
  async function removeLeftovers(): Promise<void> {
    const folder = dirname(path);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.tmp')) continue;
      const found = await stat(join(folder, name)).catch(() => null);
      if (found !== null && now() - found.mtimeMs > LEFTOVER_AGE_MS)
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
          putTombstone: revised.setRevision,
        });
        if (now() - header.freshAt > MAX_AGE_MS) throw new Error('it is older than a week');
        const positions = new Map(
          Object.entries(header.positions).map(([topic, offset]) => [topic, BigInt(offset)]),
        );
        const state = { positions, clusterId: header.clusterId, freshAt: header.freshAt };
        written = describe(state);
        writtenRecords = recordsOf(state);
        writtenAt = now();
        return state;
      } catch (error) {
        revised.clear();
        if (isMissingFile(error)) log.info({ path }, 'found no snapshot of the model');
        else log.warn({ path, error: messageOf(error) }, 'ignored an unusable snapshot of the model');
        return null;
      }
    },
    start: () => schedule(FIRST_CHECK_MS),
    async close() {
      clearTimeout(timer);
      await writing;
      clearTimeout(timer);
      await write();
    },
  };
}
