import { formatMoment } from '#shared/text/dates.ts';
import { defineResource, type Resource } from '../kit/define-resource.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Page } from '../kit/source.ts';

/** A removed record, as the trash lists it. */
export interface TrashRow {
  id: number;
  label: string;
  at: string;
  by: { id: number; name: string } | null;
  gone_at: string;
}

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
} as const;
export type TrashKind = keyof typeof TRASH_KINDS;

export const isTrashKind = (value: string): value is TrashKind => value in TRASH_KINDS;
/** The articles are at the address of the trash itself. */
export const trashPath = (kind: TrashKind): string =>
  kind === 'posts' ? '/console/trash' : `/console/trash/${kind}`;

function trashResource(kind: TrashKind): Resource<TrashRow> {
  const [one, many] = TRASH_KINDS[kind];
  const api = resourceApi<TrashRow>(`trash-${kind}`, {
    list: ({ page, size }) => `/${kind}/trash?pagination[page]=${page}&pagination[pageSize]=${size}`,
    toPage(body): Page<TrashRow> {
      const { data, meta } = body as {
        data: readonly TrashRow[];
        meta: { pagination: { total: number } };
      };
      return { rows: data, total: meta.pagination.total };
    },
  });
  return defineResource<TrashRow>({
    api,
    one: `Deleted ${one.toLowerCase()}`,
    many: `Trash: ${many}`,
    path: trashPath(kind),
    writers: kind === 'posts' ? ['news', 'publish'] : ['publish'],
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
      { key: 'gone', label: 'Gone for good', render: ({ gone_at: gone }) => formatMoment(gone) },
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

export const TRASH: Readonly<Record<TrashKind, Resource<TrashRow>>> = {
  posts: trashResource('posts'),
  categories: trashResource('categories'),
  tags: trashResource('tags'),
  'site-ads': trashResource('site-ads'),
  products: trashResource('products'),
  'hosted-pages': trashResource('hosted-pages'),
  redirects: trashResource('redirects'),
  'news-authors': trashResource('news-authors'),
};
