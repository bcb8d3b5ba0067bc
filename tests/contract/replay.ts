import type { ContractCase } from './cases.ts';
import { compare, type Verdict } from './compare.ts';
import { abridge, type Answer } from './exchange.ts';
import { maskTimes } from './mask.ts';
import { caseKey, type AcceptedDifference, type RecordedCase } from './recording.ts';

/** Whoever answers: the product over HTTP, or the query engine in this process. */
export type Answerer = (one: ContractCase) => Promise<Answer>;

export interface Failure {
  readonly one: RecordedCase;
  readonly difference?: number;
  readonly expected: Answer;
  readonly actual: Answer;
  readonly verdict: Exclude<Verdict, 'equal'>;
}

export interface ReplayReport {
  readonly replayed: number;
  readonly equal: number;
  readonly published: number;
  readonly failures: readonly Failure[];
}

export interface ReplayOptions {
  readonly cases: readonly RecordedCase[];
  readonly differences: readonly AcceptedDifference[];
  readonly answer: Answerer;
  /** Times set since then are masked; absent for reads, whose times are the archive's. */
  readonly maskSince?: number;
}

/**
 * Sends every case in its order. A case with a published difference must answer exactly what that difference
 * promises, and must indeed differ from the reference.
 */
export async function replay({
  cases,
  differences,
  answer,
  maskSince,
}: ReplayOptions): Promise<ReplayReport> {
  const accepted = new Map(differences.map((row) => [caseKey(row), row]));
  const failures: Failure[] = [];
  let equal = 0;
  let published = 0;
  for (const one of cases) {
    const raw = await answer(one);
    const actual = maskSince === undefined ? raw : maskTimes(raw, maskSince);
    const difference = accepted.get(caseKey(one));
    const expected = difference?.answer ?? one.answer;
    const verdict = compare(expected, actual);
    if (verdict !== 'equal') {
      failures.push({
        one,
        ...(difference && { difference: difference.difference }),
        expected,
        actual,
        verdict,
      });
    } else if (difference === undefined) equal += 1;
    else published += 1;
  }
  return { replayed: cases.length, equal, published, failures };
}

const LONGEST_SHOWN = 600;

function show(answer: Answer): string {
  const { status, json, sha256, text } = abridge(answer);
  const body = sha256 ?? text ?? JSON.stringify(json);
  return `${status} ${(body ?? '').slice(0, LONGEST_SHOWN)}`;
}

/** One failure as a person wants to read it. */
export function describeFailure({ one, difference, expected, actual, verdict }: Failure): string {
  return [
    `${caseKey(one)}${verdict === 'order' ? ' (only the order of keys differs)' : ''}`,
    `  ${one.method} ${one.path}${one.body === undefined ? '' : ` ${one.body}`}`,
    `  ${difference === undefined ? 'reference' : `difference ${difference}`}: ${show(expected)}`,
    `  answered:  ${show(actual)}`,
  ].join('\n');
}

export function describeReport(name: string, { replayed, equal, published, failures }: ReplayReport): string {
  return `${name}: ${replayed} replayed, ${equal} equal, ${published} published differences, ${failures.length} unexplained`;
}
