import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import type { Problem } from '#shared/api/problem.ts';
import { formatDay, formatMoment } from '#shared/text/dates.ts';
import { contentResource, deleteAction, type RowAction } from '../kit/define-resource.ts';
import { newsJobs } from '../kit/jobs.ts';
import { fieldOf } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { ContentCondition } from '../kit/row.ts';
import { strapiSource, type RowOf } from '../kit/source.ts';

const ads = strapiSource(siteAdCollection, { populate: ['image'], search: ['title', 'link'] });
type AdRow = RowOf<typeof ads>;

const PLACES = siteAdCollection.attributes.type.enum.map((value) => ({ value, label: value }));

const contentOf = ({ image, youtube }: AdRow): string =>
  image !== null && image !== undefined ? 'Picture' : youtube ? 'Video' : 'None';

/** Returns whether visitors see it now, in a word. */
export function adState(
  { starts_at: start, ends_at: end }: AdRow,
  now: number,
): 'Planned' | 'Running' | 'Ended' {
  if (end && Date.parse(end) <= now) return 'Ended';
  return start && Date.parse(start) > now ? 'Planned' : 'Running';
}

/** Returns the conditions of the state that `adState` returns at a moment. */
function stateConditions(state: string, now: string): ContentCondition<typeof siteAdCollection>[] {
  if (state === 'planned') return [['[starts_at][$gt]', now]];
  if (state === 'ended') return [['[ends_at][$lte]', now]];
  return [
    ['[$or][0][starts_at][$null]', 'true'],
    ['[$or][1][starts_at][$lte]', now],
    ['[$or][0][ends_at][$null]', 'true'],
    ['[$or][1][ends_at][$gt]', now],
  ];
}

/** `from 25 Dec 2026, 12:00 am until …`; empty where it has no limits. */
const periodText = ({ starts_at: start, ends_at: end }: AdRow): string =>
  [start ? `from ${formatMoment(start)}` : '', end ? `until ${formatMoment(end)}` : '']
    .filter((part) => part !== '')
    .join(' ');

const BLOCKED: Problem = {
  status: 409,
  code: '',
  message: 'Your browser has blocked the preview. Allow pop-ups for this site, then try again.',
  fields: {},
};

const previewAction: RowAction<AdRow> = {
  key: 'preview',
  label: 'Preview in place',
  async run({ id }, writes) {
    // A page that is opened after the response would be blocked.
    const page = window.open('about:blank', '_blank');
    if (page === null) return { error: BLOCKED };
    const { data, error } = await writes.send({ url: `/site-ads/${id}/preview`, method: 'POST' });
    if (error !== undefined) {
      page.close();
      return { error };
    }
    page.opener = null;
    page.location.href = `${(data as { data: { url: string } }).data.url}#advertisement`;
    return {};
  },
};

export const adResource = contentResource(siteAdCollection, {
  api: resourceApi('site-ads', ads),
  one: 'Advertisement',
  many: 'Advertisements',
  path: '/console/ads',
  writers: ['publish'],
  defaultSort: 'title',
  columns: [
    { key: 'title', label: 'Title', sort: 'title', render: ({ title }) => title ?? '' },
    { key: 'place', label: 'Place', sort: 'type', render: ({ type }) => type ?? '' },
    { key: 'state', label: 'State', render: (row) => adState(row, Date.now()) },
    { key: 'period', label: 'Period (India)', sort: 'starts_at', render: periodText },
    { key: 'content', label: 'Shows', render: contentOf },
    { key: 'link', label: 'Leads to', render: ({ link }) => link ?? '' },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
  ],
  filters: [
    {
      key: 'place',
      label: 'Place',
      kind: 'choice',
      choices: PLACES,
      toConditions: (value) => [['[type][$eq]', value]],
    },
    {
      key: 'state',
      label: 'State',
      kind: 'choice',
      choices: [
        { value: 'running', label: 'Running' },
        { value: 'planned', label: 'Planned' },
        { value: 'ended', label: 'Ended' },
      ],
      toConditions: (value) => stateConditions(value, new Date().toISOString()),
    },
  ],
  actions: [previewAction, deleteAction('Advertisement')],
  jobs: newsJobs('site-ads'),
  empty: {
    title: 'No advertisements yet',
    hint: 'An advertisement is a picture or a video in the side bar, between the cards of a list, or in an article.',
  },
});

export const AD_FIELDS = [
  fieldOf(siteAdCollection, 'title'),
  fieldOf(siteAdCollection, 'type', { label: 'Place' }),
  fieldOf(siteAdCollection, 'image', { label: 'Picture' }),
  fieldOf(siteAdCollection, 'youtube', {
    label: 'YouTube video',
    help: 'The id of the video: the letters after “v=” in its address',
  }),
  fieldOf(siteAdCollection, 'link', { label: 'Leads to', help: 'A full address, with https://' }),
  fieldOf(siteAdCollection, 'starts_at', {
    label: 'Visitors see it from',
    kind: 'moment',
    help: 'India time. Leave it empty to show it at once',
  }),
  fieldOf(siteAdCollection, 'ends_at', {
    label: 'Visitors see it until',
    kind: 'moment',
    help: 'India time. Leave it empty to show it until you delete it',
  }),
];
