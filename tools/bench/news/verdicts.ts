import type { Compared, NewsResult } from './news-bench.ts';

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
const atMost = (goal: string, measured: number, limit: number, unit: string): Verdict => ({
  goal,
  measured,
  limit,
  unit,
  isMet: measured <= limit,
});

/** Where nothing was answered, nothing was measured; that meets no goal. */
const ofAny = ({ requests }: { requests: number }, value: number): number =>
  requests === 0 ? Number.NaN : value;

const share = (own: { requestsPerSecond: number }, bound: { requestsPerSecond: number }): number =>
  own.requestsPerSecond / bound.requestsPerSecond;

function timesReference({ scenario, cold, reference, isSearch, title }: Compared, goals: Goals): Verdict[] {
  const { requestsPerSecond, notRecorded } = goals.recordedReference;
  const limit = isSearch ? goals.timesReference.search : goals.timesReference.reads;
  if (reference !== null)
    return [atLeast(`${title}, cold, beside the living reference`, share(cold, reference), limit, '×')];
  const recorded = requestsPerSecond[scenario];
  if (recorded === undefined || notRecorded.includes(scenario)) return [];
  return [
    atLeast(`${title}, cold, beside the recorded reference`, cold.requestsPerSecond / recorded, limit, '×'),
  ];
}

/** Every goal of the news part, met or not. */
export function judge({ sites, costs }: NewsResult, goals: Goals): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { posts, compared, readerMegabytesAfter } of sites) {
    const size = posts.toLocaleString('en-IN');
    for (const one of compared) {
      const { title, hot, readyBuffer, cold, bareHop } = one;
      const at = `${title}, ${size} posts`;
      verdicts.push(
        atLeast(
          `${at}, hot, of a ready buffer`,
          share(hot, readyBuffer),
          goals.hotShareOfReadyBuffer,
          'of it',
        ),
        atLeast(`${at}, cold, of a bare hop`, share(cold, bareHop), goals.coldShareOfBareHop, 'of it'),
        atMost(`${at}, cold, p99`, ofAny(cold, cold.p99Ms), goals.coldP99Ms, 'ms'),
      );
      if (posts === 2_000) verdicts.push(...timesReference(one, goals));
    }
    if (posts === 100_000)
      verdicts.push(
        atMost(
          `a reader with ${size} posts, after the runs`,
          readerMegabytesAfter,
          goals.readerMegabytesAt100000,
          'MB',
        ),
      );
  }
  for (const { posts, scenario, cpuMicroseconds, quiet } of costs) {
    const size = posts.toLocaleString('en-IN');
    const limit = goals.searchP95Ms[String(posts)];
    if (scenario === 'search' && limit !== undefined)
      verdicts.push(
        atMost(`search, ${size} posts, p97.5 when few ask`, ofAny(quiet, quiet.p975Ms), limit, 'ms'),
      );
    const small = costs.find((other) => other.posts === 2_000 && other.scenario === scenario);
    if (posts === 200_000 && scenario !== 'search' && small !== undefined)
      verdicts.push(
        atMost(
          `${scenario}, cost at ${size} posts beside 2,000`,
          cpuMicroseconds / small.cpuMicroseconds,
          goals.growthOfCost,
          '×',
        ),
      );
  }
  return verdicts;
}

/** Requests that failed make a figure worthless. */
export const failuresIn = ({ sites, costs }: NewsResult): number =>
  sites.reduce(
    (sum, { compared }) =>
      sum +
      compared.reduce(
        (failed, { hot, cold, readyBuffer, bareHop }) =>
          failed + hot.failures + cold.failures + readyBuffer.failures + bareHop.failures,
        0,
      ),
    0,
  ) + costs.reduce((sum, { quiet }) => sum + quiet.failures, 0);
