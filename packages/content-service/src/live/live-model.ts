import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { messageOf, pauseFor, retryForever } from '@vidhi/service-kit/retry.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, type Positions } from '@vidhi/messaging/topics.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { SnapshotDocuments } from '../store/read-changes.ts';
import { createSnapshotDocuments } from './snapshot-documents.ts';
import { createModelSnapshots, type ModelState, type SnapshotOptions } from './model-snapshots.ts';
import { createRevisedModel, type Put } from './revised-model.ts';
import { createTopicEnds } from './topic-ends.ts';

/**
 * `live/` keeps the collections of a process in memory up to date: hydrates a model from the database or a snapshot and
 * follows Kafka (this file), writes snapshots, ignores outdated revisions, and reports positions to caches.
 */

/** A change of the model that follows from an event. */
export type ModelChange =
  | { kind: 'put'; name: string; doc: StoredDocument; rev: number }
  | { kind: 'remove'; name: string; id: number; rev: number }
  | { kind: 'count'; name: string; id: number; value: number }
  /** The event does not carry the document, which is to be read from the database. */
  | { kind: 'refetch'; name: string; id: number; rev: number };

export interface LiveModelOptions {
  model: ReadModel;
  client: KafkaClient;
  /** Topics whose state is also in the database: followed from the end offsets that were read before the database. */
  topics: readonly string[];
  /** Compacted topics of other services, replayed from their first record: copies in the database may be outdated. */
  replayed?: readonly string[];
  /** Whether the database has copies of the replayed topics, so that the model can start without the broker. */
  hasReplayedCopies?: boolean;
  events: ReadonlyMap<string, EventDeclaration>;
  /** Creates missing topics. */
  ensureTopics?: () => Promise<void>;
  /** Calls `put` for every document of the database. */
  load: (put: Put) => Promise<void>;
  /** Converts an event; null if it does not concern the model. */
  toChange: (envelope: Envelope) => ModelChange | null;
  /** Called after each load, to build indexes ahead of the first request. */
  warm?: (model: ReadModel) => void;
  /** Reads a document from the database, for changes of kind `refetch`. Without it they remove the document. */
  refetch?: (name: string, id: number) => Promise<{ doc: StoredDocument; rev: number } | null>;
  /** Returns whether the model should have a document. One that is not accepted is removed. */
  accept?: (name: string, doc: StoredDocument) => boolean;
  /** Transforms a document before it enters the model, for example one that was stored under older rules. */
  transform?: (name: string, doc: StoredDocument) => StoredDocument;
  /** Called after a document was put, or removed (null). */
  onChange?: (name: string, id: number, doc: StoredDocument | null) => void;
  /**
   * Data that the service derives from events asynchronously. Until they are settled the position does not advance, so
   * that no cache stores a response from in between, and a starting model is not ready.
   */
  derived?: {
    isSettled(): boolean;
    untilSettled(): Promise<void>;
    /** Called when all topics were read to their ends. */
    onCaughtUp?(): void;
  };
  /** Attribute that only increases, by collection: the larger of the stored and the received value wins. */
  counters?: Readonly<Record<string, string>>;
  /** Snapshot to start from, without database and broker. Without it the model always loads from the database. */
  snapshot?: SnapshotOptions;
  /**
   * Reads what the database has and a snapshot has not, for a process whose own writes may not have been published. A
   * start from a snapshot waits for it, but for an unavailable database no longer than for an unavailable broker.
   */
  loadChanges?: (snapshot: SnapshotDocuments) => Promise<void>;
  /** Time that a start waits for an unavailable broker before it continues without; 2 s by default. */
  brokerTimeoutMs?: number;
  /** Names of the followed topics by their names in the position header, which have no suffix. */
  headerTopics: Readonly<Record<string, string>>;
}

/** A model that is hydrated from the database and updated by events. */
export interface LiveModel {
  readonly model: ReadModel;
  /** Applies a write of this process at once; its event is ignored later, by its revision. */
  put: Put;
  remove(name: string, id: number, rev: number): void;
  count(name: string, id: number, value: number): void;
  /** `news.posts=12;news.site=3`: the next offset to read of each topic. */
  position(): string;
  /** Seconds since the model was last known to be up to date; 0 while it follows its topics. */
  ageSeconds(): number;
  /** Number of records that could not be parsed or applied since the start. */
  skippedRecords(): number;
  /** Returns whether the initial load has ended. Until then the model must not be read. */
  isReady(): boolean;
  readiness(): Check;
  /**
   * Resolves when the model has applied every event that its topics held at the call, two seconds later at the latest.
   * Never rejects.
   */
  untilCurrent(): Promise<void>;
  /** Resolves when the initial load has ended; stays pending when closed before. */
  readonly ready: Promise<void>;
  /** Stops following, and writes a last snapshot. */
  close(): Promise<void>;
}

const RETRY = { firstMs: 100, maxMs: 2_000 };
const BROKER_TIMEOUT_MS = 2_000;
/** Time that a start from a snapshot catches up with a responsive broker before the model is ready with an age. */
const CATCH_UP_MS = 10_000;

/**
 * Hydrates the model and follows its topics. With a usable snapshot it starts from there and is ready when it has caught
 * up, or with an age while the broker is unavailable. Without one it loads from the database, and once more when an
 * unavailable broker is back, because events between the load and the following would be missed. Never throws.
 */
export function startLiveModel(options: LiveModelOptions): LiveModel {
  const { model, client, topics, replayed = [], events, brokerTimeoutMs = BROKER_TIMEOUT_MS } = options;
  const closing = new AbortController();
  const revised = createRevisedModel({
    model,
    accept: options.accept ?? (() => true),
    transform: options.transform ?? ((_name, doc) => doc),
    onChange: options.onChange,
    counters: options.counters ?? {},
  });
  const { put, remove, count } = revised;
  const topicEnds = createTopicEnds(client);
  const snapshots =
    options.snapshot === undefined
      ? null
      : createModelSnapshots({
          ...options.snapshot,
          model,
          revised,
          stateOf: snapshotState,
          log: client.log,
        });
  const headerEntries = Object.entries(options.headerTopics);
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  let follower: Follower | null = null;
  let skippedRecords = 0;
  let isReady = false;
  let isCaughtUp = false;
  /** Time at which the model was last up to date, while it does not follow. Milliseconds since the Unix epoch. */
  let freshAt = 0;
  let state = 'starting';
  let header = '';
  /** Position of all applied events; `header` lags behind it while derived data are not settled. */
  let appliedPosition = '';

  function apply(envelope: Envelope): void {
    const change = options.toChange(envelope);
    if (change === null) return;
    if (change.kind === 'put') put(change.name, change.doc, change.rev);
    else if (change.kind === 'remove') remove(change.name, change.id, change.rev);
    else if (change.kind === 'count') count(change.name, change.id, change.value);
    else void refetch(change);
  }

  async function refetch({ name, id, rev }: { name: string; id: number; rev: number }): Promise<void> {
    const { refetch: read } = options;
    if (read === undefined) {
      remove(name, id, rev);
      return;
    }
    await untilDone('reading a changed document', async () => {
      if (revised.hasRevision(name, id, rev)) return;
      const found = await read(name, id);
      if (found === null) remove(name, id, rev);
      else put(name, found.doc, found.rev);
    });
  }

  function position(): string {
    if (options.derived?.isSettled() !== false) header = appliedPosition;
    return header;
  }

  const setPosition = (positions: Positions): void => {
    topicEnds.setApplied(positions);
    appliedPosition = headerEntries
      .map(([shown, topic]) => `${shown}=${positions.get(topic) ?? 0n}`)
      .join(';');
    position();
  };

  /**
   * Loads all documents of the database and removes those that it no longer has. Documents that a write puts meanwhile are
   * not overwritten, as their revisions are newer.
   */
  async function load(): Promise<void> {
    const startedAt = Date.now();
    revised.clearRevisions();
    await options.load(put);
    for (const name of model.schemas.keys()) revised.removeStale(name);
    options.warm?.(model);
    freshAt = Math.max(freshAt, startedAt);
  }

  /** Retries until the attempt succeeds; null when closed before. */
  const untilDone = <T>(step: string, attempt: () => Promise<T>): Promise<T | null> =>
    retryForever(attempt, {
      ...RETRY,
      signal: closing.signal,
      onFailure: (error) =>
        client.log.warn({ error: messageOf(error), step }, 'retrying to load or update a model'),
    });

  function becomeReady(): void {
    if (isReady || closing.signal.aborted) return;
    isReady = true;
    snapshots?.start();
    resolveReady();
  }

  /** Returns the state that a snapshot would have; null before the model is complete and while it does not follow. */
  function snapshotState(): ModelState | null {
    if (!isReady || follower === null) return null;
    return {
      positions: new Map(follower.positions()),
      clusterId: follower.clusterId(),
      freshAt: isCaughtUp ? (follower.staleSince() ?? Date.now() - follower.silentMs()) : freshAt,
    };
  }

  function follow(from: Positions, clusterId: string | null): Follower {
    isCaughtUp = false;
    const following = followTopics({
      client,
      topics: [...topics, ...replayed],
      events,
      apply,
      from,
      clusterId,
      onProgress: setPosition,
      onSkipped: () => void (skippedRecords += 1),
      onReset() {
        // The offsets of the old topics would look like later positions in the new ones.
        [header, appliedPosition] = ['', ''];
        freshAt = isCaughtUp ? Date.now() : freshAt;
        isCaughtUp = false;
        follower = null;
        loading = hydrate();
      },
    });
    follower = following;
    return following;
  }

  async function catchUp(following: Follower, compared?: Promise<unknown>): Promise<void> {
    await Promise.all([following.caughtUp, compared]);
    if (follower !== following) return;
    options.derived?.onCaughtUp?.();
    await options.derived?.untilSettled();
    if (follower !== following) return;
    setPosition(following.positions());
    isCaughtUp = true;
    state = 'live';
    becomeReady();
  }

  /** Reads the end offsets, before the database is loaded: events of later writes are then followed. */
  async function readEnds(): Promise<Positions> {
    await options.ensureTopics?.();
    return endOffsets(client, topics);
  }

  /** Loads from the database, and follows from the end offsets before that. */
  async function hydrate(): Promise<void> {
    state = 'waiting for the broker';
    const ends = untilDone(state, readEnds);
    let from = await Promise.race([ends, pauseFor(brokerTimeoutMs, closing.signal).then(() => null)]);
    if (closing.signal.aborted) return;
    state = 'reading the database';
    await untilDone(state, () => load());
    if (closing.signal.aborted) return;
    if (from === null) {
      state = 'without the broker';
      // Documents of other services without a copy in this database are only in the topics.
      if (replayed.length === 0 || options.hasReplayedCopies === true) becomeReady();
      from = await ends;
      if (from === null) return;
      await untilDone('reading the database', () => load());
    }
    if (closing.signal.aborted) return;
    state = 'catching up';
    await catchUp(follow(from, null));
  }

  async function start(): Promise<void> {
    const restored = (await snapshots?.restore()) ?? null;
    if (closing.signal.aborted) return;
    if (restored === null) return hydrate();
    ({ freshAt } = restored);
    state = 'catching up from a snapshot';
    const following = follow(restored.positions, restored.clusterId);
    setPosition(restored.positions);
    const compared = compareWithDatabase();
    // The indexes are built while the first records are on their way.
    options.warm?.(model);
    const caughtUp = catchUp(following, compared);
    await Promise.race([caughtUp, ready, untilCatchUpTimeout(following)]);
    if (isReady || closing.signal.aborted) return;
    state = 'from a snapshot, without broker or database';
    becomeReady();
    // The database may be newer than the snapshot, and replaying older events on top of it is harmless.
    if (follower === following && compared === undefined)
      await untilDone('reading the database', () => load());
  }

  /** Reads what the database has and the snapshot has not; undefined when the model does not need it. */
  function compareWithDatabase(): Promise<unknown> | undefined {
    const { loadChanges } = options;
    if (loadChanges === undefined) return undefined;
    return untilDone('comparing a snapshot with the database', () =>
      loadChanges(createSnapshotDocuments(model, revised)),
    );
  }

  /** Resolves when a start has waited long enough: for an unavailable broker, or for catching up with a responsive one. */
  async function untilCatchUpTimeout(following: Follower): Promise<void> {
    await pauseFor(brokerTimeoutMs, closing.signal);
    if (follower !== following || following.silentMs() < brokerTimeoutMs)
      await pauseFor(CATCH_UP_MS, closing.signal);
  }

  let loading = start();

  function ageSeconds(): number {
    if (!isReady) return 0;
    const since = isCaughtUp ? (follower?.staleSince() ?? null) : freshAt;
    return since === null ? 0 : Math.max(1, Math.ceil((Date.now() - since) / 1000));
  }

  return {
    model,
    put,
    remove,
    count,
    ready,
    position,
    ageSeconds,
    skippedRecords: () => skippedRecords,
    async untilCurrent() {
      if (follower !== null) await topicEnds.untilReached([...topics, ...replayed], closing.signal);
    },
    isReady: () => isReady,
    readiness() {
      if (!isReady) return { ok: false, detail: state };
      const age = ageSeconds();
      const lag = follower?.lag() ?? 0;
      return { ok: true, detail: age > 0 ? `no events for ${age} s` : `${state}, ${lag} records behind` };
    },
    async close() {
      closing.abort();
      const wasReady = isReady;
      await follower?.close();
      if (wasReady) await snapshots?.close();
      await Promise.race([loading, pauseFor(0, closing.signal)]);
    },
  };
}
