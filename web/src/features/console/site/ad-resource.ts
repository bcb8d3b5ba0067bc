import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { formatDay } from '#shared/text/dates.ts';
import { defineResource, deleteAction } from '../kit/define-resource.ts';
import { newsJobs } from '../kit/jobs.ts';
import { fieldOf } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

interface AdRow {
  id: number;
  title?: string | null;
  type?: string | null;
  link?: string | null;
  youtube?: string | null;
  image?: { id: number } | null;
  updatedAt?: string;
}

const PLACES = siteAdCollection.attributes.type.enum.map((value) => ({ value, label: value }));

const contentOf = ({ image, youtube }: AdRow): string =>
  image !== null && image !== undefined ? 'Picture' : youtube ? 'Video' : 'None';

export const adResource = defineResource<AdRow>({
  api: resourceApi<AdRow>(
    'site-ads',
    strapiSource({ plural: siteAdCollection.plural, populate: ['image'], search: ['title', 'link'] }),
  ),
  one: 'Advertisement',
  many: 'Advertisements',
  path: '/console/ads',
  writers: ['publish'],
  defaultSort: 'title',
  columns: [
    { key: 'title', label: 'Title', sort: 'title', render: ({ title }) => title ?? '' },
    { key: 'place', label: 'Place', sort: 'type', render: ({ type }) => type ?? '' },
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
  ],
  actions: [deleteAction('Advertisement')],
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
];
