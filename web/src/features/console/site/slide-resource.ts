import { productCollection } from '@vidhi/collections/news/product.ts';
import { formatDay } from '#shared/text/dates.ts';
import { filled } from '#shared/forms/checks.ts';
import { contentResource, deleteAction } from '../kit/define-resource.ts';
import { newsJobs } from '../kit/jobs.ts';
import { fieldOf } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

const slides = strapiSource(productCollection, { populate: ['image'], search: ['title', 'link'] });

export const slideResource = contentResource(productCollection, {
  api: resourceApi('products', slides),
  one: 'Slide',
  many: 'Slider',
  path: '/console/slider',
  writers: ['publish'],
  defaultSort: 'id',
  columns: [
    { key: 'title', label: 'Title', sort: 'title', render: ({ title }) => title ?? '' },
    { key: 'picture', label: 'Picture', render: ({ image }) => (image ? 'Yes' : 'Missing') },
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
      key: 'picture',
      label: 'Has a picture',
      kind: 'flag',
      toConditions: (value) => [[`[image][id][${value === 'true' ? '$notNull' : '$null'}]`, 'true']],
    },
  ],
  actions: [deleteAction('Slide')],
  jobs: newsJobs('products'),
  empty: {
    title: 'No slides yet',
    hint: 'Slides are large pictures at the top of the front page. Settings switch the slider on and off.',
  },
});

export const SLIDE_FIELDS = [
  fieldOf(productCollection, 'title', { checks: [filled('Title is required')] }),
  fieldOf(productCollection, 'image', { label: 'Picture', checks: [filled('Picture is required')] }),
  fieldOf(productCollection, 'link', { label: 'Leads to', help: 'A full address, with https://' }),
];
