import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import type { RedirectCode, RedirectNote, RedirectPage, RedirectRow } from '@vidhi/contracts/redirects.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter, namedChoices } from '../kit/choice-filter.ts';
import { defineResource, type RowAction } from '../kit/define-resource.ts';
import { fieldOf, type Field } from '../kit/form-field.ts';
import type { JobAction } from '../kit/jobs.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import * as styles from '../kit.module.css';

const REDIRECTS_PATH = '/console/redirects';

export const redirectApi = resourceApi<RedirectRow>('redirects', {
  list: listPath('/redirects'),
  toPage: (body) => {
    const { data, meta } = body as RedirectPage;
    return { rows: data, total: meta.pagination.total };
  },
  one: (id) => `/redirects/${id}`,
  toRow: (body) => (body as { data: RedirectRow }).data,
  create: (values) => ({ url: '/redirects', method: 'POST', body: values }),
  update: (id, values) => ({ url: `/redirects/${id}`, method: 'PUT', body: values }),
  remove: (id) => ({ url: `/redirects/${id}`, method: 'DELETE' }),
});

const CODES: Readonly<Record<RedirectCode, string>> = {
  '301': 'Moved permanently (301)',
  '302': 'Moved for now (302)',
  '410': 'Gone (410)',
};

const NOTES: Readonly<Record<RedirectNote, string>> = {
  page: 'A page has this address and is shown instead',
  reserved: 'Another part of the site has this address',
  loop: 'Leads back to itself, and is not in effect',
};

const remove: RowAction<RedirectRow> = {
  key: 'delete',
  label: 'Delete',
  isDangerous: true,
  removes: true,
  confirm: (rows) => {
    const count = typeof rows === 'number' ? rows : rows.length;
    return count === 1
      ? 'Readers of the old address find no page any more. The redirect goes to the trash.'
      : `Readers of ${count} old addresses find no page any more. The redirects go to the trash.`;
  },
  run: (row, writes) => writes.remove(row.id),
};

const removeMany: JobAction = {
  key: 'delete',
  label: 'Delete',
  isDangerous: true,
  ...(remove.confirm === undefined ? {} : { confirm: remove.confirm }),
};

export const redirectResource = defineResource<RedirectRow>({
  api: redirectApi,
  one: 'Redirect',
  many: 'Redirects',
  path: REDIRECTS_PATH,
  writers: ['publish'],
  defaultSort: 'from',
  columns: [
    { key: 'from', label: 'from', sort: 'from', isTitle: true, render: ({ from }) => from },
    { key: 'to', label: 'to', sort: 'to', render: ({ to }) => to ?? '' },
    { key: 'code', label: 'code', render: ({ code }) => CODES[code], text: ({ code }) => code },
    {
      key: 'note',
      label: 'Look at',
      render: ({ note, final }) =>
        note !== null ? (
          <span className={`${styles.badge} ${styles.badgeWarm}`}>{NOTES[note]}</span>
        ) : final !== null ? (
          `Leads on to ${final}`
        ) : (
          ''
        ),
      text: ({ note, final }) => (note !== null ? NOTES[note] : final !== null ? `Leads on to ${final}` : ''),
    },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updated',
      isOptional: true,
      render: ({ updated_at: at }) => formatMoment(at),
    },
  ],
  filters: [
    choiceFilter('code', 'Kind', CODES),
    choiceFilter('note', 'Look at', { any: 'All that are not in effect', ...NOTES }),
  ],
  actions: [remove],
  jobs: { service: 'news', collection: 'redirects', actions: [removeMany] },
  empty: {
    title: 'No redirects yet',
    hint: 'After a move, lead the addresses of your old site to the pages of this one: one by one, or by a CSV file. Renamed articles, categories and tags lead on by themselves.',
  },
});

export const REDIRECT_FIELDS: readonly Field[] = [
  fieldOf(redirectCollection, 'from', {
    label: 'Old address',
    help: 'A path of this site, such as /2019/05/old-article. Where there is a page, it is shown instead.',
  }),
  fieldOf(redirectCollection, 'to', {
    label: 'New address',
    help: 'A path such as /gst/new-article, or an address with https://. Empty for what is gone.',
  }),
  // Not required: it is for good where nothing is chosen.
  {
    name: 'code',
    label: 'Kind',
    kind: 'choice',
    help: 'Moved permanently, unless you choose another one: search engines take over the new address.',
    choices: namedChoices(CODES),
  },
];
