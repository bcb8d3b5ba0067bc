import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import type { Stored } from '@vidhi/collections/all.ts';
import type { RedirectCode, RedirectQuery, RedirectRow } from '@vidhi/contracts/redirects.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { findStepIn, resolveRedirect } from './resolve-redirect.ts';
import type { SitePaths } from './site-paths.ts';

export interface RedirectRows {
  rows(): RedirectRow[];
  row(redirect: Stored<'redirect'>): RedirectRow;
}

export function createRedirectRows(model: ReadModel, paths: SitePaths, publicUrl: string): RedirectRows {
  const redirects = documentsOf(model, redirectCollection);
  const findStep = findStepIn(model);

  function row({ id, from = '', to = null, code, updatedAt }: Stored<'redirect'>): RedirectRow {
    const path = from ?? '';
    const found = resolveRedirect(path, { findStep, paths, publicUrl });
    const note = paths.isReserved(path)
      ? 'reserved'
      : paths.hasPage(path)
        ? 'page'
        : found === 'loop'
          ? 'loop'
          : null;
    const final = found === null || found === 'loop' ? null : found.location;
    return {
      id,
      from: path,
      to,
      code: (code ?? '301') as RedirectCode,
      note,
      final: final === to ? null : final,
      updated_at: typeof updatedAt === 'string' ? updatedAt : '',
    };
  }
  return { row, rows: () => redirects.list().map(row) };
}

const ATTRIBUTES = { from: 'from', to: 'to', updated: 'updated_at' } as const;
type SortName = keyof typeof ATTRIBUTES;

/** Returns the rows that a query asks for, in its order. */
export function selectRedirects(rows: readonly RedirectRow[], query: RedirectQuery): RedirectRow[] {
  const { q = '', code, note, sort = 'from' } = query;
  const text = q.normalize('NFC').toLowerCase().trim();
  const direction = sort.startsWith('-') ? -1 : 1;
  const name = ATTRIBUTES[sort.replace('-', '') as SortName];
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return rows
    .filter((row) => text === '' || `${row.from}\n${row.to ?? ''}`.toLowerCase().includes(text))
    .filter((row) => code === undefined || row.code === code)
    .filter((row) => note === undefined || (note === 'any' ? row.note !== null : row.note === note))
    .toSorted((a, b) => direction * (compare(a[name] ?? '', b[name] ?? '') || a.id - b.id));
}
