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
    { key: 'target', label: 'Shows', render: ({ targetUrl }) => targetUrl || 'Its own text' },
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
    hint: 'A page has a text of its own, or leads to a document elsewhere. Pages named privacy-policy, terms-of-service, about, join, career and subscribe replace the texts that the site has there.',
  },
});

export const HOSTED_PAGE_FIELDS = [
  fieldOf(hostedPageCollection, 'name', {
    help: 'The address on this site, such as careers. Of two pages with one name, readers see the newer.',
  }),
  fieldOf(hostedPageCollection, 'targetUrl', {
    label: 'Shows',
    help: 'The address of a document elsewhere, with https://. Leave it empty for a page with its own text.',
  }),
  fieldOf(hostedPageCollection, 'content', {
    label: 'Text',
    help: 'The text of the page, as HTML: paragraphs in <p>, headings in <h2>, lists in <ul>.',
  }),
  fieldOf(hostedPageCollection, 'description', { help: 'For search engines and shared links' }),
];
