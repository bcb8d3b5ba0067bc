import type { CsvColumn } from '@vidhi/contracts/csv.ts';
import type { SubscriberRow } from '@vidhi/contracts/newsletter.ts';

const NAMES = [
  'email',
  'state',
  'source',
  'created_at',
  'confirmed_at',
  'unsubscribed_at',
  'consent',
] as const satisfies readonly (keyof SubscriberRow)[];

/** Columns of the list of subscribers as a spreadsheet. */
export const SUBSCRIBER_COLUMNS = NAMES.map((name): CsvColumn<SubscriberRow> => [name, (row) => row[name]]);
