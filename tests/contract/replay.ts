import type { ContractCase } from './cases.ts';
import { compare, type Verdict } from './compare.ts';
import { abridge, type CaseResponse } from './case-request.ts';
import { maskWritten } from './mask.ts';
import { caseKey, type AcceptedDifference, type RecordedCase } from './recording.ts';

/** Executes a case: the product over HTTP, or the query engine in this process. */
export type CaseExecutor = (one: ContractCase) => Promise<CaseResponse>;

export interface Failure {
  readonly one: RecordedCase;
  readonly difference?: number | string;
  readonly expected: CaseResponse;
  readonly actual: CaseResponse;
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
  readonly execute: CaseExecutor;
  /** Times set since then are masked; absent for reads, whose times are the archive's. */
  readonly maskSince?: number;
}

/**
 * Executes all cases in order. Rejects when a case cannot be executed, with the failures so far: one of them may be why. The
 * response to a case with a published difference must equal the recorded
 * one, and must differ from the reference's.
 */
export async function replay({
  cases,
  differences,
  execute,
  maskSince,
}: ReplayOptions): Promise<ReplayReport> {
  const accepted = new Map(differences.map((row) => [caseKey(row), row]));
  const failures: Failure[] = [];
  let equal = 0;
  let published = 0;
  for (const one of cases) {
    const raw = await execute(one).catch((error: unknown) => {
      const earlier = failures.map((failure) => `\n${describeFailure(failure)}`).join('');
      throw new Error(`${caseKey(one)} could not be executed${earlier && `, after${earlier}`}`, {
        cause: error,
      });
    });
    const actual = maskSince === undefined ? raw : maskWritten(raw, maskSince);
    const difference = accepted.get(caseKey(one));
    const expected = difference?.response ?? one.response;
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

const MAX_SHOWN_CHARACTERS = 600;

function show(response: CaseResponse): string {
  const { status, headers, json, sha256, text } = abridge(response);
  const body = sha256 ?? text ?? JSON.stringify(json) ?? '';
  const shownHeaders = headers === undefined ? '' : `${JSON.stringify(headers)} `;
  return `${status} ${shownHeaders}${body.slice(0, MAX_SHOWN_CHARACTERS)}`;
}

/** Returns a human-readable description of a failure. */
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
