import { KINDS, type Kind, type Outcome } from '../outcomes.ts';

/** Requests that were sent while one secret was changed. */
export interface RotationResult {
  secret: string;
  /** Duration from the first step to the end of the last. */
  seconds: number;
  requests: number;
  failed: Partial<Record<Kind, number>>;
  /** The first failures. */
  samples: string[];
  /** Why the secret was not changed; null when it was. */
  notRun: string | null;
}

const HEAD = ['Secret', 'Seconds', 'Requests', 'Failed'];
const MAX_SAMPLES = 8;
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const countOf = (failed: RotationResult['failed']): number =>
  Object.values(failed).reduce((sum, count) => sum + count, 0);

/** Summarizes the requests of a change. A wrong response counts as failed: nobody can use it. */
export function resultOf(secret: string, seconds: number, outcomes: readonly Outcome[]): RotationResult {
  const bad = outcomes.filter(({ verdict }) => verdict !== 'ok');
  const failed: RotationResult['failed'] = {};
  for (const kind of KINDS) {
    const count = bad.filter((outcome) => outcome.kind === kind).length;
    if (count > 0) failed[kind] = count;
  }
  return {
    secret,
    seconds,
    requests: outcomes.length,
    failed,
    samples: bad
      .slice(0, MAX_SAMPLES)
      .map(
        ({ kind, path, status, reason }) => `${kind} ${path}: ${status ?? 'no response'}, ${reason ?? ''}`,
      ),
    notRun: null,
  };
}

export const notRun = (secret: string, reason: string): RotationResult => ({
  secret,
  seconds: 0,
  requests: 0,
  failed: {},
  samples: [],
  notRun: reason,
});

function rowOf({ secret, seconds, requests, failed, notRun: reason }: RotationResult): string[] {
  if (reason !== null) return [secret, '–', '–', `not tried: ${reason}`];
  const parts = Object.entries(failed).map(([kind, count]) => `${kind} ${count}`);
  const total = countOf(failed);
  return [secret, seconds.toFixed(0), String(requests), total === 0 ? '0' : `${total} (${parts.join(', ')})`];
}

/** Returns a row for each secret, and the first failures below. */
export function rotationTable(results: readonly RotationResult[]): string {
  const rows = results.map((result) => line(rowOf(result)));
  const samples = results.flatMap(({ secret, samples: own }) => own.map((text) => `  ${secret}: ${text}`));
  return [line(HEAD), line(HEAD.map(() => '---')), ...rows, ...samples].join('\n');
}

/** Returns whether every secret that was tried was changed under requests and without a failed one. */
export const isWithoutFailure = (results: readonly RotationResult[]): boolean =>
  results.every(
    ({ notRun: reason, requests, failed }) => reason !== null || (requests > 0 && countOf(failed) === 0),
  );
