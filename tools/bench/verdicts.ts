import type { Compared } from './comparison.ts';

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

const share = (own: { requestsPerSecond: number }, bound: { requestsPerSecond: number }): number =>
  own.requestsPerSecond / bound.requestsPerSecond;

/** Beside a living reference, where one was measured in the same run. */
export function livingReference({ cold, reference, isSearch, title }: Compared, goals: Goals): Verdict[] {
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  return reference === null
    ? []
    : [atLeast(`${title}, cold, beside the living reference`, share(cold, reference), limit, '×')];
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

/** What every call is held against, whatever the site. */
export function comparedVerdicts(
  { title, hot, readyBuffer, cold, bareHop }: Compared,
  size: string,
  goals: Goals,
): Verdict[] {
  const at = `${title}, ${size}`;
  return [
    atLeast(`${at}, hot, of a ready buffer`, share(hot, readyBuffer), goals.hotShareOfReadyBuffer, 'of it'),
    atLeast(`${at}, cold, of a bare hop`, share(cold, bareHop), goals.coldShareOfBareHop, 'of it'),
    atMost(`${at}, cold, p99`, ofAny(cold, cold.p99Ms), goals.coldP99Ms, 'ms'),
  ];
}

/** Requests that failed make a figure worthless. */
export const failuresOf = (compared: readonly Compared[]): number =>
  compared.reduce(
    (failed, { hot, cold, readyBuffer, bareHop }) =>
      failed + hot.failures + cold.failures + readyBuffer.failures + bareHop.failures,
    0,
  );
