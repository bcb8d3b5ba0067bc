import type { Choice, RecordChoices } from './define-resource.ts';
import { offeredRows } from './offered-rows.ts';
import type { resourceApi } from './resource-api.ts';

const SHOWN = 50;

/** Returns the rows of a resource as choices, which are searched on the server. */
export const recordChoices = <Row extends { id: number }>(
  api: ReturnType<typeof resourceApi<Row>>,
  sort: keyof Row & string,
  labelOf: (row: Row) => string,
): RecordChoices => ({
  useChoices: (q) => {
    const { data, isOutdated } = api.useList({ q, conditions: [], sort, page: 1, size: SHOWN });
    const rows = offeredRows(data?.rows, labelOf, { q, isOutdated });
    return rows?.map((row): Choice => ({ value: String(row.id), label: labelOf(row) }));
  },
  useLabel: (value) => {
    const { currentData } = api.useRow(value);
    return currentData === undefined ? undefined : labelOf(currentData);
  },
});
