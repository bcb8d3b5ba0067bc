import type { All } from '@vidhi/collections/all.ts';
import type { Part } from '@vidhi/collections/declaration.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import type { TrashedRecord } from '@vidhi/contracts/edit-history.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { defineResource, type Resource } from '../kit/define-resource.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Page } from '../kit/source.ts';

/** Plural names of the collections of parts of the site; profiles are not removed. */
type PluralOf<Of extends Part> = Exclude<Extract<All[number], { part: Of }>['plural'], 'lawyers'>;

/** Kinds of records that can be restored, by their plural names in addresses of the API. */
export const TRASH_KINDS = {
  posts: ['Article', 'Articles'],
  categories: ['Category', 'Categories'],
  tags: ['Tag', 'Tags'],
  'site-ads': ['Advertisement', 'Advertisements'],
  products: ['Slide', 'Slides'],
  'hosted-pages': ['Page', 'Pages'],
  redirects: ['Redirect', 'Redirects'],
  'news-authors': ['Author', 'Authors'],
  books: ['Book', 'Books'],
  authors: ['Book author', 'Book authors'],
  publishers: ['Publisher', 'Publishers'],
  'catelog-categories': ['Book category', 'Book categories'],
  'book-tags': ['Book tag', 'Book tags'],
  languages: ['Language', 'Languages'],
  courts: ['Court', 'Courts'],
  'type-of-courts': ['Type of court', 'Types of courts'],
  specializations: ['Practice area', 'Practice areas'],
  cities: ['City', 'Cities'],
  'state-districts': ['District', 'Districts'],
  'country-states': ['State', 'States'],
} as const satisfies Readonly<Record<PluralOf<Part>, readonly [one: string, many: string]>>;
export type TrashKind = keyof typeof TRASH_KINDS;

/** Desks of the kinds that those who publish do not write. */
const OTHER_WRITERS: Readonly<Record<PluralOf<'books' | 'directory'> | 'posts', readonly Desk[]>> = {
  posts: ['news', 'publish'],
  books: ['shop'],
  authors: ['shop'],
  publishers: ['shop'],
  'catelog-categories': ['shop'],
  'book-tags': ['shop'],
  languages: ['directory'],
  courts: ['directory'],
  'type-of-courts': ['directory'],
  specializations: ['directory'],
  cities: ['directory'],
  'state-districts': ['directory'],
  'country-states': ['directory'],
};

const WRITERS: Readonly<Partial<Record<TrashKind, readonly Desk[]>>> = OTHER_WRITERS;

export const isTrashKind = (value: string): value is TrashKind => value in TRASH_KINDS;
/** The articles are at the address of the trash itself. */
export const trashPath = (kind: TrashKind): string =>
  kind === 'posts' ? '/console/trash' : `/console/trash/${kind}`;

function trashResource(kind: TrashKind): Resource<TrashedRecord> {
  const [one, many] = TRASH_KINDS[kind];
  const api = resourceApi<TrashedRecord>(`trash-${kind}`, {
    list: ({ page, size }) => `/${kind}/trash?pagination[page]=${page}&pagination[pageSize]=${size}`,
    toPage(body): Page<TrashedRecord> {
      const { data, meta } = body as {
        data: readonly TrashedRecord[];
        meta: { pagination: { total: number } };
      };
      return { rows: data, total: meta.pagination.total };
    },
  });
  return defineResource<TrashedRecord>({
    api,
    one: `Deleted ${one.toLowerCase()}`,
    many: `Trash: ${many}`,
    path: trashPath(kind),
    writers: WRITERS[kind] ?? ['publish'],
    hasPages: false,
    isSearched: false,
    defaultSort: '',
    columns: [
      { key: 'label', label: 'Name', isTitle: true, render: ({ label, id }) => label || `${one} ${id}` },
      {
        key: 'by',
        label: 'Deleted by',
        render: ({ by }) => (by === null ? '' : by.name || `Account ${by.id}`),
      },
      { key: 'at', label: 'Deleted', render: ({ at }) => formatMoment(at) },
      { key: 'gone', label: 'Deleted permanently', render: ({ gone_at: gone }) => formatMoment(gone) },
    ],
    actions: [
      {
        key: 'restore',
        label: 'Restore',
        isBulk: true,
        removes: true,
        run: (row, writes) =>
          writes.send({ url: `/${kind}/trash/${row.id}/restore`, method: 'POST' }, row.id),
      },
      {
        key: 'purge',
        label: 'Delete permanently',
        isBulk: true,
        isDangerous: true,
        removes: true,
        access: 'administrator',
        confirm: (rows) =>
          (typeof rows === 'number' ? rows : rows.length) === 1
            ? 'It cannot be restored afterwards, and neither can its history.'
            : 'They cannot be restored afterwards, and neither can their history.',
        run: (row, writes) => writes.send({ url: `/${kind}/trash/${row.id}`, method: 'DELETE' }, row.id),
      },
    ],
    empty: {
      title: 'The trash is empty',
      hint:
        kind === 'posts'
          ? 'Deleted articles stay here for 30 days. A restored article is a draft.'
          : 'What is deleted stays here for 30 days.',
    },
  });
}

export const TRASH = Object.fromEntries(
  (Object.keys(TRASH_KINDS) as TrashKind[]).map((kind) => [kind, trashResource(kind)]),
) as Readonly<Record<TrashKind, Resource<TrashedRecord>>>;
