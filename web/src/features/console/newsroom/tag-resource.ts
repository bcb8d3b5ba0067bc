import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { formatDay } from '#shared/text/dates.ts';
import { defineResource, deleteAction } from '../kit/define-resource.ts';
import { newsJobs } from '../kit/jobs.ts';
import { fieldOf } from '../kit/form-field.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

interface TagRow {
  id: number;
  name?: string | null;
  slug?: string | null;
  createdAt?: string;
  updatedAt?: string;
}

export const tagApi = resourceApi<TagRow>(
  'tags',
  strapiSource({ plural: tagCollection.plural, search: ['name', 'slug'] }),
);

export const tagChoices = recordChoices(tagApi, 'name', ({ name, id }) => name ?? `#${id}`);

export const tagResource = defineResource<TagRow>({
  api: tagApi,
  one: 'Tag',
  many: 'Tags',
  path: '/console/tags',
  writers: ['publish'],
  defaultSort: 'name',
  columns: [
    { key: 'name', label: 'Name', sort: 'name', render: ({ name }) => name ?? '' },
    { key: 'slug', label: 'Address', sort: 'slug', render: ({ slug }) => (slug ? `/tags/${slug}` : '') },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
    {
      key: 'created',
      label: 'Created',
      sort: 'createdAt',
      isOptional: true,
      render: ({ createdAt }) => formatDay(createdAt ?? ''),
    },
  ],
  actions: [deleteAction('Tag')],
  jobs: newsJobs('tags'),
  empty: {
    title: 'No tags yet',
    hint: 'A tag groups articles across categories, such as all reports on one judgment.',
  },
});

export const TAG_FIELDS = [
  fieldOf(tagCollection, 'name'),
  fieldOf(tagCollection, 'slug', {
    label: 'Address',
    help: 'The last part of the address: small letters, digits and hyphens. An old address leads on to the new one.',
  }),
];
