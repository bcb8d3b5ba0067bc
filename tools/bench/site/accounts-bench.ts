import { DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';
import type { SiteAddresses } from '@vidhi/service-kit/site-command.ts';
import { table } from '../report-tables.ts';
import { Latencies } from './latencies.ts';
import { runClosedLoop, runOpenLoop } from './load-loops.ts';

const READS_PER_SECOND = 30;
/** The most passwords that accounts verifies at once; fewer on machines with up to four cores. */
const LOGIN_CLIENTS = 4;
/** Duration of a phase of reads alone, or of reads beside logins. */
const PHASE_SECONDS = 4;
/** Reading may be slower by this factor while people log in. */
const MAX_READ_FACTOR = 1.25;

export interface SiteBenchResult {
  lines: string[];
  failures: number;
  figures: Record<string, number>;
  areGoalsMet: boolean;
}

/**
 * Measures logins per second, and how much slower uncached reads are beside them. Phases with reads only alternate with
 * phases of reads and logins, so that other load on the machine affects both alike. `seconds` is the total of each
 * kind. The site needs the demo accounts.
 */
export async function benchAccounts({ gateway }: SiteAddresses, seconds: number): Promise<SiteBenchResult> {
  const member = DEMO_VISITORS.find(({ role }) => role === 'customer');
  if (member === undefined) throw new Error('the demo has no customer');
  const credentials = JSON.stringify({ identifier: member.email, password: member.password });
  let failures = 0;
  let read = 0;

  async function timed(latencies: Latencies, send: () => Promise<Response>): Promise<void> {
    const startedAt = performance.now();
    const isOk = await send().then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (isOk) latencies.add(performance.now() - startedAt);
    else failures += 1;
  }
  /** Sends one read, with a query that differs from all others, so that it does not come from the gateway's cache. */
  const readOnce = (latencies: Latencies) => (): Promise<void> => {
    read += 1;
    const page = `filters[views_count][$gte]=-${read}&pagination[pageSize]=24&populate=categories`;
    return timed(latencies, () => fetch(`${gateway}/api/posts?${page}`));
  };
  const login = (latencies: Latencies): Promise<void> =>
    timed(latencies, () =>
      fetch(`${gateway}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: credentials,
      }),
    );

  const [warmUp, alone, beside, logins] = [
    new Latencies(),
    new Latencies(),
    new Latencies(),
    new Latencies(),
  ];
  await runOpenLoop({ perSecond: READS_PER_SECOND, seconds: 2 }, readOnce(warmUp));
  const phases = Math.ceil(seconds / PHASE_SECONDS);
  const phase = { seconds: seconds / phases };
  for (let index = 0; index < phases; index += 1) {
    await runOpenLoop({ perSecond: READS_PER_SECOND, ...phase }, readOnce(alone));
    await Promise.all([
      runOpenLoop({ perSecond: READS_PER_SECOND, ...phase }, readOnce(beside)),
      runClosedLoop({ clients: LOGIN_CLIENTS, ...phase }, () => login(logins)),
    ]);
  }
  const factor = beside.percentile(0.95) / alone.percentile(0.95);
  const row = (name: string, latencies: Latencies): string[] => [
    name,
    (latencies.count / seconds).toFixed(1),
    ...[0.5, 0.95, 0.99].map((share) => latencies.percentile(share).toFixed(1)),
  ];
  const figures = {
    loginsPerSecond: logins.count / seconds,
    loginP95Ms: logins.percentile(0.95),
    readP95AloneMs: alone.percentile(0.95),
    readP95BesideLoginsMs: beside.percentile(0.95),
    factor,
  };
  const isMet = factor <= MAX_READ_FACTOR;
  return {
    lines: [
      ...table(
        ['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms'],
        [row('reads alone', alone), row('reads beside logins', beside), row('logins', logins)],
      ),
      `p95 of reads beside logins: ${factor.toFixed(2)} × that alone, goal ${MAX_READ_FACTOR} (${isMet ? 'met' : 'missed'})`,
    ],
    failures,
    figures,
    areGoalsMet: isMet,
  };
}
