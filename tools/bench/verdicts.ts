import type { Compared } from './comparison.ts';
import type { LoadResult } from './processes/load.ts';

export interface Goals {
  hotShareOfReadyBuffer: number;
  coldShareOfBareHop: number;
  coldP99Ms: number;
  timesReference: { reads: number; search: number };
  searchP95Ms: Readonly<Record<string, number>>;
  growthOfCost: number;
  readerMegabytesAt100000: number;
  recordedReference: {
    about: string;
    requestsPerSecond: Readonly<Record<string, number>>;
    notRecorded: readonly string[];
  };
}

/** One goal with its measurement. */
export interface Verdict {
  goal: string;
  measured: number;
  limit: number;
  unit: string;
  isMet: boolean;
}

const atLeast = (goal: string, measured: number, limit: number, unit: string): Verdict => ({
  goal,
  measured,
  limit,
  unit,
  isMet: measured >= limit,
});
export const atMost = (goal: string, measured: number, limit: number, unit: string): Verdict => ({
  goal,
  measured,
  limit,
  unit,
  isMet: measured <= limit,
});

/** Without responses nothing was measured, and the goal is missed. */
export const ofAny = ({ requests }: { requests: number }, value: number): number =>
  requests === 0 ? Number.NaN : value;

/** NaN when one of the two had no responses. */
export const shareOf = (own: LoadResult, bound: LoadResult): number =>
  own.requests === 0 || bound.requests === 0 ? Number.NaN : own.requestsPerSecond / bound.requestsPerSecond;

/** Relative to a running reference measured in the same run. */
export function livingReference({ cold, reference, isSearch, title }: Compared, goals: Goals): Verdict[] {
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  return reference === null
    ? []
    : [atLeast(`${title}, cold, relative to the running reference`, shareOf(cold, reference), limit, '×')];
}

/** The same, or relative to recorded figures without a running reference. */
export function timesReference(compared: Compared, goals: Goals): Verdict[] {
  const { scenario, cold, reference, isSearch, title } = compared;
  if (reference !== null) return livingReference(compared, goals);
  const { requestsPerSecond, notRecorded } = goals.recordedReference;
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  const recorded = requestsPerSecond[scenario];
  if (recorded === undefined || notRecorded.includes(scenario)) return [];
  return [
    atLeast(
      `${title}, cold, relative to the recorded reference`,
      cold.requestsPerSecond / recorded,
      limit,
      '×',
    ),
  ];
}

/**
 * Goals of every scenario. A search through many documents is not compared with a proxy hop, which reads
 * none: its goal is the latency at low load.
 */
export function comparedVerdicts(
  { title, isSearch, hot, readyBuffer, cold, bareHop }: Compared,
  { name, isLarge }: { name: string; isLarge: boolean },
  goals: Goals,
): Verdict[] {
  const at = `${title}, ${name}`;
  const hotVerdict = atLeast(
    `${at}, hot, of a ready buffer`,
    shareOf(hot, readyBuffer),
    goals.hotShareOfReadyBuffer,
    'of it',
  );
  if (isSearch && isLarge) return [hotVerdict];
  return [
    hotVerdict,
    atLeast(`${at}, cold, of a bare hop`, shareOf(cold, bareHop), goals.coldShareOfBareHop, 'of it'),
    atMost(`${at}, cold, p99`, ofAny(cold, cold.p99Ms), goals.coldP99Ms, 'ms'),
  ];
}

/** Latency of a search at low load, for sizes with a limit. */
export function quietSearchVerdict(size: number, name: string, quiet: LoadResult, goals: Goals): Verdict[] {
  const limit = goals.searchP95Ms[String(size)];
  return limit === undefined
    ? []
    : [atMost(`search, ${name}, p97.5 at low load`, ofAny(quiet, quiet.p975Ms), limit, 'ms')];
}

/** Figures with failed requests are not valid. */
export const failuresOf = (compared: readonly Compared[]): number =>
  compared.reduce(
    (failed, { hot, cold, readyBuffer, bareHop }) =>
      failed + hot.failures + cold.failures + readyBuffer.failures + bareHop.failures,
    0,
  );
