import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { formatDay } from '#shared/text/dates.ts';
import { slugOf } from '../article/slug-of.ts';
import { contentResource, deleteAction, type Choice, type RecordChoices } from '../kit/define-resource.ts';
import { fieldOf } from '../kit/form-field.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

const authors = strapiSource(newsAuthorCollection, {
  populate: ['user', 'picture'],
  search: ['name', 'slug', 'line'],
});
export const authorApi = resourceApi('news-authors', authors);

export const authorChoices = recordChoices(authorApi, 'name', ({ name, id }) => name ?? `#${id}`);

const newsroomApi = resourceApi<Colleague>('newsroom', {
  list: () => '/staff/newsroom',
  toPage: (body) => {
    const { data } = body as { data: readonly Colleague[] };
    return { rows: data, total: data.length };
  },
});
const ALL = { q: '', conditions: [], sort: '', page: 1, size: 1 } as const;

/** The people of the newsroom: all of them are one list, which is searched here. */
const colleagueChoices: RecordChoices = {
  useChoices: (q) =>
    newsroomApi
      .useList(ALL)
      .data?.rows.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
      .map(({ id, name }): Choice => ({ value: String(id), label: name })),
  useLabel: (value) => newsroomApi.useList(ALL).data?.rows.find(({ id }) => String(id) === value)?.name,
};

export const authorResource = contentResource(newsAuthorCollection, {
  api: authorApi,
  one: 'Author',
  many: 'Authors',
  path: '/console/authors',
  writers: ['publish'],
  defaultSort: 'name',
  columns: [
    { key: 'name', label: 'Name', sort: 'name', render: ({ name }) => name ?? '' },
    { key: 'kind', label: 'Is', render: ({ user }) => (user ? 'Staff' : 'Guest') },
    { key: 'line', label: 'About', render: ({ line }) => line ?? '' },
    { key: 'slug', label: 'Address', sort: 'slug', render: ({ slug }) => slug ?? '' },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatDay(updatedAt ?? ''),
    },
  ],
  actions: [deleteAction('Author')],
  empty: {
    title: 'No authors yet',
    hint: 'Add guests who write for you, and colleagues whose picture and line readers should see.',
  },
});

export const AUTHOR_FIELDS = [
  fieldOf(newsAuthorCollection, 'name'),
  fieldOf(newsAuthorCollection, 'slug', {
    label: 'Address',
    help: 'Small letters, digits and hyphens, such as ira-sen. An old address leads on to the new one.',
    proposal: { from: 'name', valueOf: slugOf },
  }),
  fieldOf(newsAuthorCollection, 'line', {
    label: 'About',
    kind: 'lines',
    help: 'A line for readers, such as “Teaches tax law in Kochi”.',
  }),
  fieldOf(newsAuthorCollection, 'picture'),
  fieldOf(newsAuthorCollection, 'links', {
    help: 'Pages of this person elsewhere: up to five full addresses, one on a line.',
  }),
  fieldOf(newsAuthorCollection, 'user', {
    label: 'Account',
    of: colleagueChoices,
    help: 'For a colleague with a login. Leave it empty for a guest.',
  }),
];
