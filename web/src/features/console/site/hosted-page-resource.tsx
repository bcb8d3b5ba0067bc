import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { formatDay } from '#shared/text/dates.ts';
import { contentResource, deleteAction } from '../kit/define-resource.ts';
import { newsJobs } from '../kit/jobs.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';
import { ShadowBadge } from './shadowed.tsx';

const pages = strapiSource(hostedPageCollection, { search: ['name', 'title', 'targetUrl'] });

export const hostedPageResource = contentResource(hostedPageCollection, {
  api: resourceApi('hosted-pages', pages),
  one: 'Page',
  many: 'Pages',
  path: '/console/pages',
  writers: ['publish'],
  defaultSort: 'name',
  columns: [
    { key: 'title', label: 'Page', render: ({ title, name }) => title || name || '', isTitle: true },
    { key: 'name', label: 'Address', sort: 'name', render: ({ name }) => `/${name ?? ''}` },
    {
      key: 'state',
      label: 'State',
      render: ({ id, is_draft: isDraft }) =>
        isDraft === true ? (
          'Draft'
        ) : (
          <>
            Published <ShadowBadge plural="hosted-pages" id={id} />
          </>
        ),
      text: ({ is_draft: isDraft }) => (isDraft === true ? 'Draft' : 'Published'),
    },
    {
      key: 'foot',
      label: 'In the footer',
      render: ({ in_foot: inFoot }) => (inFoot === true ? 'Yes' : ''),
      isOptional: true,
    },
    { key: 'target', label: 'Shows', render: ({ targetUrl }) => targetUrl || 'Its own text' },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
  ],
  filters: [
    {
      key: 'state',
      label: 'State',
      kind: 'choice',
      choices: [
        { value: 'draft', label: 'Draft' },
        { value: 'published', label: 'Published' },
      ],
      toConditions: (value) => [[`[is_draft][${value === 'draft' ? '$eq' : '$ne'}]`, 'true']],
    },
    {
      key: 'foot',
      label: 'In the footer',
      kind: 'flag',
      toConditions: (value) => [[`[in_foot][${value === 'true' ? '$eq' : '$ne'}]`, 'true']],
    },
  ],
  actions: [deleteAction('Page')],
  jobs: newsJobs('hosted-pages'),
  empty: {
    title: 'No pages yet',
    hint: 'Write Terms, Privacy, Refunds, Shipping and About from templates. The site links to them by itself.',
  },
});
