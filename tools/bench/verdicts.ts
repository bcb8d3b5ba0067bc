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

/** One goal and what was measured against it. */
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

/** Where nothing was answered, nothing was measured; that meets no goal. */
export const ofAny = ({ requests }: { requests: number }, value: number): number =>
  requests === 0 ? Number.NaN : value;

/** Not a number where one of the two answered nothing. */
export const shareOf = (own: LoadResult, bound: LoadResult): number =>
  own.requests === 0 || bound.requests === 0 ? Number.NaN : own.requestsPerSecond / bound.requestsPerSecond;

/** Beside a living reference, where one was measured in the same run. */
export function livingReference({ cold, reference, isSearch, title }: Compared, goals: Goals): Verdict[] {
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  return reference === null
    ? []
    : [atLeast(`${title}, cold, beside the living reference`, shareOf(cold, reference), limit, '×')];
}

/** The same, or beside the recorded figures where no reference lives. */
export function timesReference(compared: Compared, goals: Goals): Verdict[] {
  const { scenario, cold, reference, isSearch, title } = compared;
  if (reference !== null) return livingReference(compared, goals);
  const { requestsPerSecond, notRecorded } = goals.recordedReference;
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  const recorded = requestsPerSecond[scenario];
  if (recorded === undefined || notRecorded.includes(scenario)) return [];
  return [
    atLeast(`${title}, cold, beside the recorded reference`, cold.requestsPerSecond / recorded, limit, '×'),
  ];
}

/**
 * What every call is held against, whatever the site. A search through many documents is not held to the speed of a
 * hop, which looks at none: its own goal is how long it takes when few ask.
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

/** How long a search takes when few ask, where the size has a limit. */
export function quietSearchVerdict(size: number, name: string, quiet: LoadResult, goals: Goals): Verdict[] {
  const limit = goals.searchP95Ms[String(size)];
  return limit === undefined
    ? []
    : [atMost(`search, ${name}, p97.5 when few ask`, ofAny(quiet, quiet.p975Ms), limit, 'ms')];
}

/** Requests that failed make a figure worthless. */
export const failuresOf = (compared: readonly Compared[]): number =>
  compared.reduce(
    (failed, { hot, cold, readyBuffer, bareHop }) =>
      failed + hot.failures + cold.failures + readyBuffer.failures + bareHop.failures,
    0,
  );
