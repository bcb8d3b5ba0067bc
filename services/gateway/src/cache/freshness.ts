/** Next offset to read, by topic: how far an answer's data has come. */
export type Position = ReadonlyMap<string, number>;

/** Whether news of changes reaches us. Written by the follower, read on each request. */
export interface Feed {
  /** True while every event is known within a second of its publication. */
  isLive(): boolean;
}

/**
 * Knows which data an answer must have seen to be reusable. Each event that drops answers moves the
 * required position of its topic; an answer whose data stopped before it is never stored nor reused,
 * so an answer made before a change cannot survive it, whoever was faster.
 */
export interface Freshness {
  /** Grows with each event; a verdict about an answer holds while it stands still. */
  readonly epoch: number;
  isLive(): boolean;
  /** An event was read at this offset. */
  reportEvent(topic: string, offset: number): void;
  /** Answers must have seen everything before this offset. */
  require(topic: string, position: number): void;
  /** Whether data at this position has seen every event of these topics. */
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
          // The service does not say how far it is: anything since the request may be missing in its answer.
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
  // Between two events every answer carries the same text.
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
