import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { formatDay } from '#shared/text/dates.ts';
import { slugOf } from '../article/slug-of.ts';
import { contentResource, deleteAction } from '../kit/define-resource.ts';
import { DELETE_JOB } from '../kit/jobs.ts';
import { fieldOf } from '../kit/form-field.ts';
import { MergeTags } from './merge-tags.tsx';
import { tagApi } from './tag-choices.ts';

export const tagResource = contentResource(tagCollection, {
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
  filters: [
    {
      key: 'used',
      label: 'On articles',
      kind: 'flag',
      toConditions: (value) => [[`[posts][id][${value === 'true' ? '$notNull' : '$null'}]`, 'true']],
    },
  ],
  actions: [deleteAction('Tag')],
  jobs: {
    service: 'news',
    collection: 'tags',
    actions: [{ key: 'merge', label: 'Merge', ParamsForm: MergeTags }, DELETE_JOB],
  },
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
    proposal: { from: 'name', valueOf: slugOf },
  }),
];
