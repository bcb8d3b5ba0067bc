import { sizeText } from '@vidhi/contracts/judgments.ts';
import type { ListedLibraryFacts } from '@vidhi/contracts/media-library.ts';
import type { FileRow } from '#shared/picture/picture.ts';
import { formatDay } from '#shared/text/dates.ts';
import { filled } from '#shared/forms/checks.ts';
import { defineResource } from '../kit/define-resource.ts';
import type { Field } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import * as styles from '../media.module.css';
import { DocumentIcon } from './document-icon.tsx';

/** A file of the library, as `GET /api/upload/library` returns it. */
export type MediaRow = FileRow & ListedLibraryFacts;

export const MEDIA_PATH = '/console/media';
const ROOT = '/';

export const mediaApi = resourceApi<MediaRow>('media', {
  list: ({ q, conditions, sort, page, size }) => {
    const params = new URLSearchParams({ page: String(page), pageSize: String(size), sort });
    if (q !== '') params.set('q', q);
    for (const [name, value] of conditions) params.set(name, value);
    return `/upload/library?${params}`;
  },
  toPage: (body) => {
    const { data, meta } = body as { data: MediaRow[]; meta: { pagination: { total: number } } };
    return { rows: data, total: meta.pagination.total };
  },
  one: (id) => `/upload/library/${id}`,
  update: (id, values) => ({
    url: `/upload/files/${id}`,
    method: 'PUT',
    // An emptied folder is the first one.
    body: 'folder' in values && values.folder === null ? { ...values, folder: ROOT } : values,
  }),
  remove: (id) => ({ url: `/upload/files/${id}`, method: 'DELETE' }),
});

export const isDocument = ({ mime }: MediaRow): boolean => mime === 'application/pdf';

export const thumbnailOf = ({ url, formats }: MediaRow): string => formats?.['thumbnail']?.url ?? url;

export function sizeOf({ width, height, size }: MediaRow): string {
  const pixels = width === null || height === null ? '' : `${width} × ${height}, `;
  return pixels + sizeText(size ?? 0);
}

const copiesOf = ({ duplicates }: MediaRow): string =>
  duplicates.length === 0 ? '' : `${duplicates.length + 1} copies`;

const KINDS = [
  { value: 'pictures', label: 'Pictures' },
  { value: 'documents', label: 'Documents (PDF)' },
] as const;

export const mediaResource = defineResource<MediaRow>({
  api: mediaApi,
  one: 'File',
  many: 'Media',
  path: MEDIA_PATH,
  canCreate: false,
  defaultSort: '-created',
  columns: [
    { key: 'name', label: 'Name', sort: 'name', isTitle: true, render: ({ name }) => name ?? '' },
    {
      key: 'picture',
      label: 'Picture',
      render: (row) =>
        isDocument(row) ? (
          <DocumentIcon />
        ) : (
          <img className={styles.thumbnail} src={thumbnailOf(row)} alt="" loading="lazy" />
        ),
      text: ({ url }) => url,
    },
    {
      key: 'alternative',
      label: 'Shows',
      render: ({ alternativeText }) => alternativeText ?? '',
    },
    { key: 'folder', label: 'Folder', render: ({ folder }) => folder },
    { key: 'credit', label: 'Credit', render: ({ credit }) => credit ?? '' },
    { key: 'size', label: 'Size', sort: 'size', render: sizeOf },
    { key: 'copies', label: 'Copies', isOptional: true, render: copiesOf },
    {
      key: 'created',
      label: 'Uploaded',
      sort: 'created',
      render: ({ createdAt }) => formatDay(createdAt ?? ''),
    },
  ],
  filters: [
    {
      key: 'kind',
      label: 'Kind',
      kind: 'choice',
      choices: KINDS,
      toConditions: (value) => (KINDS.some((kind) => kind.value === value) ? [['kind', value]] : []),
    },
    { key: 'folder', label: 'Folder', kind: 'text', toConditions: (value) => [['folder', value]] },
    {
      key: 'undescribed',
      label: 'Nobody has said what it shows',
      kind: 'flag',
      toConditions: (value) => (value === 'true' ? [['missing_alternative', 'true']] : []),
    },
    {
      key: 'copies',
      label: 'Uploaded more than once',
      kind: 'flag',
      toConditions: (value) => (value === 'true' ? [['duplicates', 'true']] : []),
    },
  ],
  empty: {
    title: 'No files yet',
    hint: 'Upload pictures (PNG, JPEG, GIF) and PDF documents, several at once if you like.',
  },
});

const ALTERNATIVE = 'What it shows';
export const MEDIA_FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 255, checks: [filled('Name is required')] },
  {
    name: 'alternativeText',
    label: ALTERNATIVE,
    kind: 'text',
    help: 'For people who cannot see the picture, and for search engines',
  },
  { name: 'caption', label: 'Caption', kind: 'lines' },
  { name: 'credit', label: 'Credit', kind: 'text', help: 'Photographer or agency' },
  {
    name: 'folder',
    label: 'Folder',
    kind: 'text',
    help: 'As Courts/2026. Moving a file changes no address.',
  },
];
/** A document needs no alternative text: pages show its name. */
export const DOCUMENT_FIELDS: readonly Field[] = MEDIA_FIELDS.filter(
  ({ name }) => name !== 'alternativeText',
);
