import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { backoffMs, messageOf, pauseFor } from '@vidhi/messaging/backoff.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { endOffsets, type Positions } from '@vidhi/messaging/topics.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';

/** What an event means for the model. */
export type ModelChange =
  | { kind: 'put'; name: string; doc: StoredDocument; rev: number }
  | { kind: 'remove'; name: string; id: number; rev: number }
  | { kind: 'count'; name: string; id: number; value: number }
  /** The event does not say what the document is now; the database does. */
  | { kind: 'refetch'; name: string; id: number; rev: number };

export type Put = (name: string, doc: StoredDocument, rev: number) => void;

export interface LiveModelOptions {
  model: ReadModel;
  client: KafkaClient;
  /** Topics whose state the database holds too: followed from where they ended before it was read. */
  topics: readonly string[];
  /** Compacted topics of others, read whole: the database has only a copy that may lag behind them. */
  replayed?: readonly string[];
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
  derived?: { isThere(): boolean; untilThere(): Promise<void> };
  /** Numbers that only grow, by collection: the larger one stays. */
  counters?: Readonly<Record<string, string>>;
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
  /** Seconds for which nothing new can have been heard; 0 while it follows. */
  ageSeconds(): number;
  readiness(): Check;
  /** Resolves when the model has everything there was at the start. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Silence of the broker that is still taken for being live; an idle fetch answers every second. */
const LIVE_MS = 5_000;
const RETRY = { firstMs: 100, maxMs: 2_000 };

export function startLiveModel(options: LiveModelOptions): LiveModel {
  const {
    model,
    client,
    topics,
    replayed = [],
    events,
    accept = () => true,
    mend = (_name, doc) => doc,
    counters = {},
  } = options;
  const closing = new AbortController();
  const revs = new Map<string, Map<number, number>>();
  const headerEntries = Object.entries(options.headerTopics);
  const { promise: ready, resolve: sayReady } = Promise.withResolvers<void>();
  let follower: Follower | null = null;
  let isReady = false;
  let state = 'waiting for the broker';
  let header = '';
  /** Of everything that was heard; `header` may stay behind it. */
  let heard = '';

  function revsOf(name: string): Map<number, number> {
    const known = revs.get(name) ?? new Map<number, number>();
    revs.set(name, known);
    return known;
  }

  /** Answers whether this revision is news, and notes it. */
  function isNews(name: string, id: number, rev: number): boolean {
    const known = revsOf(name);
    if (rev <= (known.get(id) ?? -1)) return false;
    known.set(id, rev);
    return true;
  }

  function countOf(name: string, id: number): number {
    const store = model.store(name);
    const column = store.schema.columnsByName.get(counters[name] ?? '');
    const record = column === undefined ? undefined : store.find(id);
    const value = column === undefined || record === undefined ? 0 : store.value(record, column);
    return typeof value === 'number' ? value : 0;
  }

  const put: Put = (name, given, rev) => {
    if (!isNews(name, given.id, rev)) return;
    const doc = mend(name, given);
    if (!accept(name, doc)) {
      drop(name, doc.id);
      return;
    }
    const counter = counters[name];
    const counted = counter === undefined ? 0 : countOf(name, doc.id);
    const own = counter === undefined ? undefined : doc[counter];
    const larger = counter !== undefined && counted > (typeof own === 'number' ? own : 0);
    model.upsert(name, larger ? { ...doc, [counter]: counted } : doc);
    options.onChange?.(name, doc.id, doc);
  };

  function drop(name: string, id: number): void {
    if (model.remove(name, id)) options.onChange?.(name, id, null);
  }

  function remove(name: string, id: number, rev: number): void {
    if (isNews(name, id, rev)) drop(name, id);
  }

  function count(name: string, id: number, value: number): void {
    const counter = counters[name];
    if (counter !== undefined && value > countOf(name, id)) model.patch(name, id, { [counter]: value });
  }

  function apply(envelope: Envelope): void {
    const change = options.toChange(envelope);
    if (change === null) return;
    if (change.kind === 'put') put(change.name, change.doc, change.rev);
    else if (change.kind === 'remove') remove(change.name, change.id, change.rev);
    else if (change.kind === 'count') count(change.name, change.id, change.value);
    else void refetch(change);
  }

  async function refetch({ name, id, rev }: { name: string; id: number; rev: number }): Promise<void> {
    if (options.refetch === undefined) {
      remove(name, id, rev);
      return;
    }
    const isKnown = (): boolean => rev <= (revsOf(name).get(id) ?? -1);
    for (let tries = 0; !isKnown() && !closing.signal.aborted; tries += 1) {
      try {
        const found = await options.refetch(name, id);
        if (found === null) remove(name, id, rev);
        else put(name, found.doc, found.rev);
        return;
      } catch (error) {
        client.log.warn({ error: messageOf(error), name, id }, 'a document could not be read again yet');
        await pauseFor(backoffMs(tries, RETRY), closing.signal);
      }
    }
  }

  function position(): string {
    if (options.derived?.isThere() !== false) header = heard;
    return header;
  }

  const sayPosition = (positions: Positions): void => {
    heard = headerEntries.map(([shown, topic]) => `${shown}=${positions.get(topic) ?? 0n}`).join(';');
    position();
  };

  /**
   * Everything that the database has, and nothing that it has no more. What a write puts meanwhile may be newer than
   * what is read, and stays: it has been noted since.
   */
  async function load(): Promise<void> {
    revs.clear();
    await options.load(put);
    for (const name of model.schemas.keys()) {
      for (const { id } of model.store(name).all()) if (!revsOf(name).has(id)) drop(name, id);
    }
    options.warm?.(model);
  }

  async function untilDone<T>(what: string, attempt: () => Promise<T>): Promise<T | null> {
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      state = what;
      try {
        return await attempt();
      } catch (error) {
        client.log.warn({ error: messageOf(error), what }, 'a read model cannot be filled yet');
        await pauseFor(backoffMs(tries, RETRY), closing.signal);
      }
    }
    return null;
  }

  async function fill(): Promise<void> {
    const from = await untilDone('waiting for the broker', async () => {
      await options.makeTopics?.();
      return endOffsets(client, topics);
    });
    if (from === null) return;
    if ((await untilDone('reading the database', async () => load().then(() => true))) === null) return;
    state = 'catching up';
    const following = followTopics({
      client,
      topics: [...topics, ...replayed],
      events,
      apply,
      from,
      onProgress: sayPosition,
      onReset() {
        // The old offsets say nothing of the new topics, and would pass for a later state of them.
        [header, heard] = ['', ''];
        void fill();
      },
    });
    follower = following;
    await following.caughtUp;
    await options.derived?.untilThere();
    sayPosition(following.positions());
    state = 'live';
    isReady = true;
    sayReady();
  }

  const filling = fill();
  const silentMs = (): number => follower?.silentMs() ?? 0;

  return {
    model,
    put,
    remove,
    count,
    ready,
    position,
    ageSeconds: () => (isReady && silentMs() > LIVE_MS ? Math.ceil(silentMs() / 1000) : 0),
    readiness() {
      if (!isReady) return { ok: false, detail: state };
      const age = Math.ceil(silentMs() / 1000);
      const behind = follower?.behind() ?? 0;
      return {
        ok: true,
        detail: silentMs() > LIVE_MS ? `no news for ${age} s` : `${state}, ${behind} records behind`,
      };
    },
    async close() {
      closing.abort();
      await follower?.close();
      await Promise.race([filling, pauseFor(0, closing.signal)]);
    },
  };
}
