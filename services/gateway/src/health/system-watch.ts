import type { Instance } from '@vidhi/upstreams/instance.ts';
import { RETAINED_SERIES, type Sample, type Samples } from './alert-rules.ts';
import { parseMetrics } from './metrics-text.ts';
import { problemsIn, type OngoingProblem } from './problems.ts';
import type { Certificate } from './read-certificate.ts';
import type { ObservedProcess, WatchedProcess } from './observed-process.ts';
import type { ProcessReading } from './read-process.ts';

export interface Observation {
  at: number;
  processes: readonly ObservedProcess[];
  problems: readonly OngoingProblem[];
  certificate: Certificate | null;
}

export interface SystemWatchOptions {
  processes: readonly WatchedProcess[];
  read: (instance: Instance) => Promise<ProcessReading>;
  /** The gateway's own `/metrics`. */
  readOwn: () => Promise<string>;
  readCertificate: () => Promise<Certificate | null>;
  now?: () => number;
}

/** Observes the processes of the site, and remembers for how long something has been wrong. */
export interface SystemWatch {
  /** Reads all processes, unless that was done a moment ago. Never rejects. */
  observe(): Promise<Observation>;
}

const HOUR_MS = 3_600_000;
/** Requests within this time share one observation. */
const FRESH_MS = 1_000;
const CERTIFICATE_MS = HOUR_MS;

export function createSystemWatch(options: SystemWatchOptions): SystemWatch {
  const { processes, read, readOwn, readCertificate, now = Date.now } = options;
  let samples: Samples = [];
  let last: Observation | null = null;
  let pending: Promise<Observation> | null = null;
  /** When the condition of each problem was first observed. */
  const since = new Map<string, number>();
  let certificate: { value: Certificate | null; readAt: number } | null = null;

  async function currentCertificate(): Promise<Certificate | null> {
    if (certificate === null || now() - certificate.readAt > CERTIFICATE_MS)
      certificate = { value: await readCertificate(), readAt: now() };
    return certificate.value;
  }

  const readOne = async (process: WatchedProcess): Promise<ObservedProcess> => ({
    ...process,
    ...(process.instance === null
      ? { values: parseMetrics(await readOwn()), failing: [] }
      : await read(process.instance)),
  });

  /** Retains of a sample what the rules read. */
  const sampleOf = (at: number, observed: readonly ObservedProcess[]): Sample => ({
    at,
    processes: observed.map(({ key, values }) => ({
      key,
      values: values.filter(({ name }) => RETAINED_SERIES.has(name)),
    })),
  });

  async function observeNow(): Promise<Observation> {
    const [observed, currentlyValid] = await Promise.all([
      Promise.all(processes.map(readOne)),
      currentCertificate(),
    ]);
    const at = now();
    samples = [...samples.filter((sample) => sample.at > at - HOUR_MS), sampleOf(at, observed)];
    const found = problemsIn({ processes: observed, samples, certificate: currentlyValid, at });
    const names = new Set(found.map(({ key }) => key));
    for (const key of since.keys()) if (!names.has(key)) since.delete(key);
    const problems = found.flatMap((problem): OngoingProblem[] => {
      const first = problem.since ?? since.get(problem.key) ?? at;
      since.set(problem.key, first);
      return at - first < problem.forSeconds * 1_000 ? [] : [{ ...problem, since: first }];
    });
    last = { at, processes: observed, problems, certificate: currentlyValid };
    return last;
  }

  return {
    async observe() {
      if (last !== null && now() - last.at < FRESH_MS) return last;
      return (pending ??= observeNow().finally(() => (pending = null)));
    },
  };
}
