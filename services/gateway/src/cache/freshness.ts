/** Data position of a response: the next Kafka offset by topic. */
export type Position = ReadonlyMap<string, number>;

/** Whether events reach this process. */
export interface Feed {
  /** True while every event is known within a second of its publication. */
  isLive(): boolean;
}

/**
 * The data position that a cache entry must have reached to be reusable. Each invalidating event raises the required
 * position of its topic; a response whose data position is lower is neither stored nor reused, in whichever order
 * event and response arrive.
 */
export interface Freshness {
  /** Incremented by each event; the result of `hasSeenAll` holds while it is unchanged. */
  readonly epoch: number;
  isLive(): boolean;
  /** An event was read at this offset. */
  reportEvent(topic: string, offset: number): void;
  /** Entries must have seen everything before this offset. */
  require(topic: string, position: number): void;
  /** Returns whether data at this position has seen every event of these topics. */
  hasSeenAll(topics: readonly string[], position: Position, epochAtRequest: number): boolean;
}

export function createFreshness(feed: Feed): Freshness {
  const required = new Map<string, number>();
  const lastEpoch = new Map<string, number>();
  let epoch = 0;
  const freshness = {
    get epoch() {
      return epoch;
    },
    isLive: () => feed.isLive(),
    reportEvent(topic: string, offset: number) {
      freshness.require(topic, offset + 1);
    },
    require(topic: string, position: number) {
      // Assigned, not raised: a topic that was made anew starts again at zero.
      required.set(topic, position);
      epoch += 1;
      lastEpoch.set(topic, epoch);
    },
    hasSeenAll(topics: readonly string[], position: Position, epochAtRequest: number) {
      for (const topic of topics) {
        const at = position.get(topic);
        if (at === undefined) {
          // The response has no position for this topic: events since the request may be missing in it.
          if ((lastEpoch.get(topic) ?? 0) > epochAtRequest) return false;
        } else if (at < (required.get(topic) ?? 0)) return false;
      }
      return true;
    },
  };
  return freshness;
}

const PART = /^([\w.-]+)=(\d+)$/;
const NOWHERE: Position = new Map();

let lastHeader = '';
let lastPosition: Position = NOWHERE;

/** Reads `x-data-position: news.posts=123;news.site=45`. Parts that do not parse are left out. */
export function parsePosition(header: string | string[] | undefined): Position {
  if (typeof header !== 'string') return NOWHERE;
  // Between two events all responses have the same header.
  if (header === lastHeader) return lastPosition;
  const position = new Map<string, number>();
  for (const part of header.split(';')) {
    const match = PART.exec(part.trim());
    if (match?.[1] !== undefined) position.set(match[1], Number(match[2]));
  }
  lastHeader = header;
  lastPosition = position;
  return position;
}
