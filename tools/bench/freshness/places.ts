import { setTimeout as delay } from 'node:timers/promises';

/** Somewhere that a change has to be seen. */
export interface Place<Change> {
  name: string;
  /** Asks once; resolves whether the change is seen. */
  sees: (change: Change) => Promise<boolean>;
}

/** A change that is made again and again, and everywhere that it is looked for. */
export interface Subject<Change> {
  /** What is measured, with how often it is done. */
  title: (times: number) => string;
  places: readonly Place<Change>[];
  /** What will be changed in this round; the places are asked for it once before. */
  next: (round: number) => Change;
  /** Resolves when the change was acknowledged. */
  make: (change: Change) => Promise<void>;
  /** After it was seen everywhere, or was given up. */
  settle: (change: Change) => Promise<void>;
}

/** Milliseconds of each round, by place; infinite where it was not seen at all. */
export type Times = Readonly<Record<string, readonly number[]>>;

const POLL_MS = 2;
const GIVE_UP_MS = 10_000;
export const GOAL_MS = 1_000;

async function untilSeen<Change>(place: Place<Change>, change: Change, since: number): Promise<number> {
  while (!(await place.sees(change))) {
    if (performance.now() - since > GIVE_UP_MS) return Infinity;
    await delay(POLL_MS);
  }
  return performance.now() - since;
}

/** How long after a change was acknowledged it is seen at each place. */
export async function measure<Change>(subject: Subject<Change>, times: number): Promise<Times> {
  const { places } = subject;
  const seen: Record<string, number[]> = Object.fromEntries(places.map(({ name }) => [name, []]));
  for (let round = 1; round <= times; round += 1) {
    const change = subject.next(round);
    // What was asked before the change is in the cache, as it is on a site that is read.
    await Promise.all(places.map((place) => place.sees(change)));
    await subject.make(change);
    const since = performance.now();
    await Promise.all(
      places.map(async (place) => seen[place.name]?.push(await untilSeen(place, change, since))),
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

/** Nobody saw it too late, and somebody was asked. */
export const isMet = (times: Times): boolean =>
  Object.values(times).length > 0 && Object.values(times).every((all) => percentilesOf(all).p99 <= GOAL_MS);

const WIDTH = 32;
const column = (ms: number): string => (Number.isFinite(ms) ? ms.toFixed(0) : 'never').padStart(6);

/** A table of one subject, with the goal below it. */
export function tableOf(title: string, times: Times): string {
  const rows = Object.entries(times).map(([name, all]) => {
    const { p50, p99, most } = percentilesOf(all);
    return `  ${name.padEnd(WIDTH)} p50 ${column(p50)}   p99 ${column(p99)}   most ${column(most)}`;
  });
  const verdict = `goal ${isMet(times) ? 'met' : 'NOT met'}: everywhere within 1 s (p99)`;
  return [`${title}; milliseconds after the acknowledgement`, ...rows, verdict].join('\n');
}
