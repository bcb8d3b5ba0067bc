import { useRef, useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { textOf, type Column, type Resource } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import { SIZES } from './list-url.ts';
import { saveCsv } from './save-csv.ts';
import type { ListQuery, RowId } from './source.ts';

const PAGE_SIZE = SIZES[SIZES.length - 1] ?? SIZES[0];

export interface Progress {
  done: number;
  total: number;
}

/** Returns functions that request all pages of a list, and the progress of an export of them. */
export function useExport<Row extends { id: RowId }>(resource: Resource<Row>) {
  const notices = useNotices();
  const fetchPage = resource.api.useFetchPage();
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);

  /** Requests all rows that match, a page after the other, until `visit` returns false. */
  async function visitAll(
    query: ListQuery,
    visit: (rows: readonly Row[], total: number) => boolean,
  ): Promise<void> {
    for (let page = 1; ; page += 1) {
      const { rows, total } = await fetchPage({ ...query, page, size: PAGE_SIZE });
      if (!visit(rows, total) || page * PAGE_SIZE >= total) return;
    }
  }

  async function exportRows(query: ListQuery, columns: readonly Column<Row>[], ids?: ReadonlySet<RowId>) {
    isStopped.current = false;
    setProgress({ done: 0, total: 0 });
    const lines: string[][] = [columns.map(({ label }) => label)];
    let done = 0;
    try {
      await visitAll(query, (rows, total) => {
        done += rows.length;
        for (const row of rows)
          if (ids === undefined || ids.has(row.id)) lines.push(columns.map((column) => textOf(column, row)));
        setProgress({ done, total });
        return !isStopped.current;
      });
      if (isStopped.current) return;
      saveCsv(resource.api.name, lines);
      notices.success(KIT.exported(lines.length - 1));
    } catch {
      notices.error(KIT.exportFailed);
    } finally {
      setProgress(null);
    }
  }

  return { progress, exportRows, visitAll, stop: () => void (isStopped.current = true) };
}
