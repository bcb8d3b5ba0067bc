import { storedAs } from '@vidhi/collections/stored.ts';
import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import { readCsv, type CsvRow } from '@vidhi/contracts/csv.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import {
  MAX_REDIRECT_ROWS,
  REDIRECT_CODES,
  type ImportRedirectsResult,
  type RedirectCode,
} from '@vidhi/contracts/redirects.ts';
import { LOOP, checkRedirect, type GivenRedirect } from './checked-redirect.ts';
import { leadsBack, type FindStep } from './resolve-redirect.ts';

type Failed = ImportRedirectsResult['failed'][number];

interface Row extends GivenRedirect {
  row: number;
}

const NAMES = ['from', 'to', 'code'] as const;
const isCode = (text: string): text is RedirectCode => REDIRECT_CODES.some((code) => code === text);

/** Positions of the columns, by the names in the first line where it has some. */
function columnsOf([first]: readonly CsvRow[]): { positions: Record<string, number>; hasNames: boolean } {
  const names = first?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (!names.includes('from')) return { positions: { from: 0, to: 1, code: 2 }, hasNames: false };
  return { positions: Object.fromEntries(NAMES.map((name) => [name, names.indexOf(name)])), hasNames: true };
}

/** The rows of a file that can be stored, and why the others cannot. */
export interface PlannedImport {
  rows: Row[];
  failed: Failed[];
}

/** Checks a file as a whole, as its rows may lead to one another. Throws for one with too many rows, or none. */
export function planImport(csv: string, findStep: FindStep, publicUrl: string): PlannedImport {
  const { rows: all } = readCsv(csv);
  const { positions, hasNames } = columnsOf(all);
  const given = all.slice(hasNames ? 1 : 0);
  if (given.length === 0) throw validationError('The file has no rows.');
  if (given.length > MAX_REDIRECT_ROWS)
    throw validationError(`Please import ${MAX_REDIRECT_ROWS} rows at most at once.`);
  const failed: Failed[] = [];
  const byPath = new Map<string, Row>();
  for (const { number: row, cells } of given) {
    const valueOf = (name: (typeof NAMES)[number]): string => cells[positions[name] ?? -1]?.trim() ?? '';
    const [from, to, code] = [valueOf('from'), valueOf('to'), valueOf('code') || '301'];
    const fail = (message: string): void => void failed.push({ row, from: from.slice(0, 200), message });
    if (!isCode(code)) {
      fail(`code must be one of ${REDIRECT_CODES.join(', ')}`);
      continue;
    }
    const checked = checkRedirect({ from, to: to === '' ? null : to, code }, publicUrl);
    if ('problems' in checked) fail(checked.problems.map(({ message }) => message).join('; '));
    else if (byPath.has(checked.from)) fail(`row ${byPath.get(checked.from)?.row} has the same address`);
    else byPath.set(checked.from, { ...checked, row });
  }
  // Without a row that closes a loop, the other rows of that loop may be stored.
  for (const [path, row] of byPath) {
    if (!leadsBack(path, (one) => byPath.get(one) ?? findStep(one), publicUrl)) continue;
    byPath.delete(path);
    failed.push({ row: row.row, from: row.from, message: LOOP });
  }
  return { rows: [...byPath.values()], failed: failed.toSorted((a, b) => a.row - b.row) };
}

interface ImportActions {
  findExisting: (path: string) => StoredDocument | undefined;
  create: (redirect: GivenRedirect) => Promise<unknown>;
  update: (id: number, redirect: GivenRedirect) => Promise<unknown>;
}

/** Stores the rows of a plan, or counts them alone. Repeatable: what is stored already is unchanged. */
export async function runImport(
  { rows, failed }: PlannedImport,
  { findExisting, create, update }: ImportActions,
  isDryRun: boolean,
): Promise<ImportRedirectsResult> {
  const result: ImportRedirectsResult = { added: 0, changed: 0, unchanged: 0, failed };
  for (const { from, to, code } of rows) {
    const found = findExisting(from);
    const existing = found && storedAs(redirectCollection, found);
    if (existing === undefined) {
      if (!isDryRun) await create({ from, to, code });
      result.added += 1;
    } else if ((existing.to ?? null) === to && existing.code === code) result.unchanged += 1;
    else {
      if (!isDryRun) await update(existing.id, { from, to, code });
      result.changed += 1;
    }
  }
  return result;
}
