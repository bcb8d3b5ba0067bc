import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractCase } from './cases.ts';
import type { CaseResponse } from './case-request.ts';

/** A case and the reference's response. */
export interface RecordedCase extends ContractCase {
  readonly response: CaseResponse;
}

/** Vidhi's different response to a case, and the published entry that explains it. */
export interface AcceptedDifference {
  readonly section: string;
  readonly name: string;
  readonly path: string;
  readonly difference: number | string;
  readonly response: CaseResponse;
}

const folder = join(import.meta.dirname, 'recorded');

function readLines<T>(file: string): T[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

function writeLines(file: string, rows: readonly unknown[]): void {
  writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

export const readRecording = (name: string): RecordedCase[] => readLines(`${name}.jsonl`);
export const writeRecording = (name: string, cases: readonly RecordedCase[]): void =>
  writeLines(`${name}.jsonl`, cases);
export const readDifferences = (name: string): AcceptedDifference[] => readLines(`${name}.differences.jsonl`);
export const writeDifferences = (name: string, rows: readonly AcceptedDifference[]): void =>
  writeLines(`${name}.differences.jsonl`, rows);

/** Returns the key of a case within its recording. */
export const caseKey = ({ section, name }: { section: string; name: string }): string =>
  `${section} / ${name}`;
