import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { formatDay } from '#shared/text/dates.ts';
import { defineResource, deleteAction } from '../kit/define-resource.ts';
import { fieldOf } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

interface HostedPageRow {
  id: number;
  name?: string | null;
  targetUrl?: string | null;
  description?: string | null;
  updatedAt?: string;
}

export const hostedPageResource = defineResource<HostedPageRow>({
  api: resourceApi<HostedPageRow>(
    'hosted-pages',
    strapiSource({ plural: hostedPageCollection.plural, search: ['name', 'targetUrl'] }),
  ),
  one: 'Page',
  many: 'Pages',
  path: '/console/pages',
  writers: ['publish'],
  defaultSort: 'name',
  columns: [
    { key: 'name', label: 'Name', sort: 'name', render: ({ name }) => name ?? '' },
    { key: 'target', label: 'Shows', render: ({ targetUrl }) => targetUrl ?? '' },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
  ],
  actions: [deleteAction('Page')],
  empty: {
    title: 'No pages yet',
    hint: 'A page gives an address of this site to a document elsewhere, such as /careers.',
  },
});

export const HOSTED_PAGE_FIELDS = [
  fieldOf(hostedPageCollection, 'name', {
    help: 'The address on this site, such as careers. Of two pages with one name, readers see the newer.',
  }),
  fieldOf(hostedPageCollection, 'targetUrl', {
    label: 'Shows',
    help: 'The address of the document, with https://',
  }),
  fieldOf(hostedPageCollection, 'description', { help: 'For search engines and shared links' }),
];
