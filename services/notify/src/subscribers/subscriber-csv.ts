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

const COLUMNS = NAMES.map((name): CsvColumn<SubscriberRow> => [name, (row) => row[name]]);
const BOUNCES: readonly CsvColumn<SubscriberRow>[] = [
  ['bounces', ({ bounces }) => bounces?.count],
  ['bounced_at', ({ bounces }) => bounces?.last_at],
  ['bounce_status', ({ bounces }) => bounces?.status],
];

/** Columns of the list of subscribers as a spreadsheet. `readsBounces`: whether mails that come back are read from a mailbox. */
export const subscriberColumns = (readsBounces: boolean): CsvColumn<SubscriberRow>[] =>
  readsBounces ? [...COLUMNS, ...BOUNCES] : COLUMNS;
