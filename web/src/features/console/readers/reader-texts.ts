import type { CountedNames, PageViewSummary } from '@vidhi/contracts/page-views.ts';
import { formatDay } from '#shared/text/dates.ts';
import { monthText } from '../kit/month-text.ts';

export const READERS = {
  title: 'Readers',
  about:
    'Pages that were read and searches, counted without cookies and without anything about a person. Programs that name themselves are left out.',
  off: 'Readers are not counted. Turn it on in the settings, and the figures begin with that moment.',
  settings: 'Settings: counting readers',
  order: 'The first day must not be after the last one.',
  long: 'A period has at most 400 days.',
  nothing: 'Nothing in this time.',
  rare: 'All others, and searches that fewer than three readers of a day made',
  others: 'All others',
} as const;

/** The lists of a summary, with what their first column is. */
export const LISTS: readonly {
  name: 'pages' | 'referrers' | 'sources' | 'searches' | 'empty_searches';
  title: string;
  head: string;
  other: string;
  hint?: string;
}[] = [
  { name: 'pages', title: 'Pages', head: 'Page', other: READERS.others },
  { name: 'referrers', title: 'Sites that readers came from', head: 'Site', other: READERS.others },
  {
    name: 'sources',
    title: 'Sources',
    head: 'Source',
    other: READERS.others,
    hint: 'What utm_source of the address says, otherwise the kind of site. Direct: a bookmark, a mail, an app, or unknown.',
  },
  { name: 'searches', title: 'Searches', head: 'Searched for', other: READERS.rare },
  {
    name: 'empty_searches',
    title: 'Searches that found nothing',
    head: 'Searched for',
    other: READERS.rare,
  },
];

/** Returns a day or a month in words. */
export const formatTime = (time: string): string =>
  time.length === '2026-11'.length ? monthText(time) : formatDay(time === '' ? '' : `${time}T06:30:00Z`);

export const isEmptyList = ({ rows, other }: CountedNames): boolean => rows.length === 0 && other === 0;

/** Returns how far back the lists go where that is later than the first day of the period. */
export const detailNote = ({ from, detail_from: detailFrom }: PageViewSummary): string | null =>
  from < detailFrom
    ? `The lists below begin on ${formatTime(detailFrom)}: of earlier days, the sums above are stored.`
    : null;
