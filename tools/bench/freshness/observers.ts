import { setTimeout as delay } from 'node:timers/promises';

/** A place at which a change becomes visible, such as a URL. */
export interface Observer<Change> {
  name: string;
  /** Polls once; resolves with whether the change is visible. */
  sees: (change: Change) => Promise<boolean>;
}

/** A repeatable change, and its observers. */
export interface Subject<Change> {
  /** Title of the measurement, with the number of repetitions. */
  title: (times: number) => string;
  observers: readonly Observer<Change>[];
  /** Prepares the change of this round; observers are polled once before it. */
  next: (round: number) => Change;
  /** Makes the change; resolves when it is acknowledged. */
  make: (change: Change) => Promise<void>;
  /** Called after the change was visible everywhere, or after the time-out. */
  settle: (change: Change) => Promise<void>;
}

/** Milliseconds of each round, by observer; Infinity after a time-out. */
export type Times = Readonly<Record<string, readonly number[]>>;

const POLL_MS = 2;
const GIVE_UP_MS = 10_000;
export const GOAL_MS = 1_000;

async function untilSeen<Change>(observer: Observer<Change>, change: Change, since: number): Promise<number> {
  while (!(await observer.sees(change))) {
    if (performance.now() - since > GIVE_UP_MS) return Infinity;
    await delay(POLL_MS);
  }
  return performance.now() - since;
}

/** Measures the time from the acknowledgement of a change until each observer sees it. */
export async function measure<Change>(subject: Subject<Change>, times: number): Promise<Times> {
  const { observers } = subject;
  const seen: Record<string, number[]> = Object.fromEntries(observers.map(({ name }) => [name, []]));
  for (let round = 1; round <= times; round += 1) {
    const change = subject.next(round);
    // Fills the cache with the state before the change, as on a site with visitors.
    await Promise.all(observers.map((observer) => observer.sees(change)));
    await subject.make(change);
    const since = performance.now();
    await Promise.all(
      observers.map(async (observer) => seen[observer.name]?.push(await untilSeen(observer, change, since))),
    );
    await subject.settle(change);
  }
  return seen;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

export interface Percentiles {
  p50: number;
  p99: number;
  most: number;
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99), most: at(sorted, 1) };
}

/** Returns whether every observer meets the goal, and there was at least one. */
export const isMet = (times: Times): boolean =>
  Object.values(times).length > 0 && Object.values(times).every((all) => percentilesOf(all).p99 <= GOAL_MS);

const WIDTH = 32;
const column = (ms: number): string => (Number.isFinite(ms) ? ms.toFixed(0) : 'never').padStart(6);

/** Returns a table of one subject, with the verdict below it. */
export function tableOf(title: string, times: Times): string {
  const rows = Object.entries(times).map(([name, all]) => {
    const { p50, p99, most } = percentilesOf(all);
    return `  ${name.padEnd(WIDTH)} p50 ${column(p50)}   p99 ${column(p99)}   most ${column(most)}`;
  });
  const verdict = `goal ${isMet(times) ? 'met' : 'NOT met'}: everywhere within 1 s (p99)`;
  return [`${title}; milliseconds after the acknowledgement`, ...rows, verdict].join('\n');
}
