import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { messageOf, pauseFor, retryForever } from '@vidhi/service-kit/retry.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, type Positions } from '@vidhi/messaging/topics.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { createModelSnapshots, type SnapshotOptions } from './model-snapshots.ts';
import { createRevisedModel, type Put } from './revised-model.ts';
import { createTopicEnds } from './topic-ends.ts';

/** What an event means for the model. */
export type ModelChange =
  | { kind: 'put'; name: string; doc: StoredDocument; rev: number }
  | { kind: 'remove'; name: string; id: number; rev: number }
  | { kind: 'count'; name: string; id: number; value: number }
  /** The event does not say what the document is now; the database does. */
  | { kind: 'refetch'; name: string; id: number; rev: number };

export interface LiveModelOptions {
  model: ReadModel;
  client: KafkaClient;
  /** Topics whose state the database holds too: followed from where they ended before it was read. */
  topics: readonly string[];
  /** Compacted topics of others, read whole: the database has only a copy that may lag behind them. */
  replayed?: readonly string[];
  /** Whether the database has a copy of what those topics say: then it does for a start without the broker. */
  copiesReplayed?: boolean;
  events: ReadonlyMap<string, EventDeclaration>;
  /** Makes the topics, where they are not there. */
  makeTopics?: () => Promise<void>;
  /** Puts everything that the database has. */
  load: (put: Put) => Promise<void>;
  toChange: (envelope: Envelope) => ModelChange | null;
  /** Builds ahead, once everything is there, what the first visitor would have to wait for. */
  warm?: (model: ReadModel) => void;
  /** Reads one document from the database, for events that do not carry it. Without it such a document goes. */
  refetch?: (name: string, id: number) => Promise<{ doc: StoredDocument; rev: number } | null>;
  /** A document that is refused is not in the model, and leaves it if it was. */
  accept?: (name: string, doc: StoredDocument) => boolean;
  /** Last change before a document enters the model: what was stored by older rules is mended here. */
  mend?: (name: string, doc: StoredDocument) => StoredDocument;
  /** Told after a document was put, or removed (null); for what a service derives from its documents. */
  onChange?: (name: string, id: number, doc: StoredDocument | null) => void;
  /**
   * What a service derives from an event, where that takes a while: until it is there the position stays where it was,
   * so that no cache keeps an answer from in between, and a model that starts is not ready.
   */
  derived?: {
    isThere(): boolean;
    untilThere(): Promise<void>;
    /** Told when the topics were read to their end: what was not heard by then has not been said. */
    noteCaughtUp?(): void;
  };
  /** Numbers that only grow, by collection: the larger one stays. */
  counters?: Readonly<Record<string, string>>;
  /** Where the model starts from before the database is asked, and without the broker. Absent: from the database. */
  snapshot?: SnapshotOptions;
  /** How long a start waits for a broker that does not answer before it does without; tests shorten it. */
  noBrokerMs?: number;
  /** Topics in the position header; names as they are without a suffix. */
  headerTopics: Readonly<Record<string, string>>;
}

/** A read model that is filled from a database and kept fresh by events. */
export interface LiveModel {
  readonly model: ReadModel;
  /** Applies a write of this process at once; the event that follows it is then known. */
  put: Put;
  remove(name: string, id: number, rev: number): void;
  count(name: string, id: number, value: number): void;
  /** `news.posts=12;news.site=3`: the next offset to read of each topic. */
  position(): string;
  /** Seconds since the model was last known to be up to date; 0 while it follows its topics. */
  ageSeconds(): number;
  /** Records of its topics that could not be read or applied, since the start. */
  passedOver(): number;
  /** Whether the model is complete: until then nothing may be read from it. */
  isReady(): boolean;
  readiness(): Check;
  /**
   * Resolves when the model has applied every event that its topics held at the call, two seconds later at the latest.
   * Never rejects.
   */
  untilCurrent(): Promise<void>;
  /** Resolves when the model has everything there was at the start. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Silence of the broker that is still taken for being live; an idle fetch answers every second. */
const LIVE_MS = 5_000;
const RETRY = { firstMs: 100, maxMs: 2_000 };
const NO_BROKER_MS = 2_000;
/** How long a start from a snapshot goes on catching up with a broker that answers, before it serves with its age. */
const CATCH_UP_MS = 10_000;

/**
 * Fills the model and follows its topics. With a snapshot that can be used: from there, having caught up where the broker
 * answers, else at its age. Without one: from the database, and again once a missing broker is back.
 */
export function startLiveModel(options: LiveModelOptions): LiveModel {
  const { model, client, topics, replayed = [], events, noBrokerMs = NO_BROKER_MS } = options;
  const closing = new AbortController();
  const revised = createRevisedModel({
    model,
    accept: options.accept ?? (() => true),
    mend: options.mend ?? ((_name, doc) => doc),
    onChange: options.onChange,
    counters: options.counters ?? {},
  });
  const { put, remove, count } = revised;
  const topicEnds = createTopicEnds(client);
  const snapshots =
    options.snapshot === undefined
      ? null
      : createModelSnapshots({ ...options.snapshot, model, revised, log: client.log });
  const headerEntries = Object.entries(options.headerTopics);
  const { promise: ready, resolve: sayReady } = Promise.withResolvers<void>();
  let follower: Follower | null = null;
  let passedOver = 0;
  let isReady = false;
  let isCaughtUp = false;
  /** While it does not follow: when it was last up to date. */
  let freshAt = 0;
  let state = 'starting';
  let header = '';
  /** Of everything that was heard; `header` may stay behind it. */
  let heard = '';

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
    await untilDone('a document could not be read again yet', async () => {
      if (revised.isKnown(name, id, rev)) return;
      const found = await read(name, id);
      if (found === null) remove(name, id, rev);
      else put(name, found.doc, found.rev);
    });
  }

  function position(): string {
    if (options.derived?.isThere() !== false) header = heard;
    return header;
  }

  const sayPosition = (positions: Positions): void => {
    topicEnds.noteApplied(positions);
    heard = headerEntries.map(([shown, topic]) => `${shown}=${positions.get(topic) ?? 0n}`).join(';');
    position();
  };

  /**
   * Everything that the database has, and nothing that it has no more. What a write puts meanwhile may be newer than
   * what is read, and stays: it has been noted since.
   */
  async function load(): Promise<void> {
    const startedAt = Date.now();
    revised.forgetRevisions();
    await options.load(put);
    for (const name of model.schemas.keys()) revised.dropUnknown(name);
    options.warm?.(model);
    freshAt = Math.max(freshAt, startedAt);
  }

  /** Tries until it succeeds; null when closed before. */
  const untilDone = <T>(what: string, attempt: () => Promise<T>): Promise<T | null> =>
    retryForever(attempt, {
      ...RETRY,
      signal: closing.signal,
      onFailure: (error) => client.log.warn({ error: messageOf(error), what }, 'a read model waits'),
    });

  function becomeReady(): void {
    if (isReady || closing.signal.aborted) return;
    isReady = true;
    snapshots?.start(() =>
      isReady && follower !== null
        ? {
            positions: new Map(follower.positions()),
            clusterId: follower.clusterId(),
            freshAt: isCaughtUp ? Date.now() - silentMs() : freshAt,
          }
        : null,
    );
    sayReady();
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
      onProgress: sayPosition,
      onSkipped: () => void (passedOver += 1),
      onReset() {
        // The old offsets say nothing of the new topics, and would pass for a later state of them.
        [header, heard] = ['', ''];
        freshAt = isCaughtUp ? Date.now() : freshAt;
        isCaughtUp = false;
        follower = null;
        filling = fill();
      },
    });
    follower = following;
    return following;
  }

  async function catchUp(following: Follower): Promise<void> {
    await following.caughtUp;
    if (follower !== following) return;
    options.derived?.noteCaughtUp?.();
    await options.derived?.untilThere();
    if (follower !== following) return;
    sayPosition(following.positions());
    isCaughtUp = true;
    state = 'live';
    becomeReady();
  }

  /** Where the topics end; the model is read from the database after that, so that nothing is missed in between. */
  async function findEnds(): Promise<Positions> {
    await options.makeTopics?.();
    return endOffsets(client, topics);
  }

  async function fill(): Promise<void> {
    state = 'waiting for the broker';
    const asking = untilDone(state, findEnds);
    let from = await Promise.race([asking, pauseFor(noBrokerMs, closing.signal).then(() => null)]);
    if (closing.signal.aborted) return;
    state = 'reading the database';
    await untilDone(state, () => load());
    if (closing.signal.aborted) return;
    if (from === null) {
      state = 'without the broker';
      // What others own and this database has no copy of is only in their topics.
      if (replayed.length === 0 || options.copiesReplayed === true) becomeReady();
      from = await asking;
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
    if (restored === null) return fill();
    options.warm?.(model);
    ({ freshAt } = restored);
    state = 'catching up from a snapshot';
    const following = follow(restored.positions, restored.clusterId);
    sayPosition(restored.positions);
    const caughtUp = catchUp(following);
    await Promise.race([caughtUp, ready, patience(following)]);
    if (isReady || closing.signal.aborted) return;
    state = 'without the broker, from a snapshot';
    becomeReady();
    // The database may know more than the snapshot, and replaying on top of it does no harm.
    if (follower === following) await untilDone('reading the database', () => load());
  }

  /** Resolves when a start has waited long enough for the broker. */
  async function patience(following: Follower): Promise<void> {
    await pauseFor(noBrokerMs, closing.signal);
    if (follower !== following || following.silentMs() < noBrokerMs)
      await pauseFor(CATCH_UP_MS, closing.signal);
  }

  let filling = start();
  const silentMs = (): number => follower?.silentMs() ?? 0;

  function ageSeconds(): number {
    if (!isReady) return 0;
    if (!isCaughtUp) return Math.max(1, Math.ceil((Date.now() - freshAt) / 1000));
    return silentMs() > LIVE_MS ? Math.ceil(silentMs() / 1000) : 0;
  }

  return {
    model,
    put,
    remove,
    count,
    ready,
    position,
    ageSeconds,
    passedOver: () => passedOver,
    async untilCurrent() {
      if (follower !== null) await topicEnds.untilReached([...topics, ...replayed], closing.signal);
    },
    isReady: () => isReady,
    readiness() {
      if (!isReady) return { ok: false, detail: state };
      const age = ageSeconds();
      const lag = follower?.lag() ?? 0;
      return { ok: true, detail: age > 0 ? `no news for ${age} s` : `${state}, ${lag} records behind` };
    },
    async close() {
      closing.abort();
      const wasReady = isReady;
      await follower?.close();
      if (wasReady) await snapshots?.close();
      await Promise.race([filling, pauseFor(0, closing.signal)]);
    },
  };
}
