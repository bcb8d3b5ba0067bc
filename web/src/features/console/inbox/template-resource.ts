import { MAX_TEMPLATE_TITLE, type ReplyTemplate, type ReplyTemplatePage } from '@vidhi/contracts/inbox.ts';
import { filled } from '#shared/forms/checks.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { defineResource } from '../kit/define-resource.ts';
import type { Field } from '../kit/form-field.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';

export const templateApi = resourceApi<ReplyTemplate>('reply-templates', {
  list: listPath('/reply-templates'),
  toPage: (body) => {
    const { data, meta } = body as ReplyTemplatePage;
    return { rows: data, total: meta.pagination.total };
  },
  one: (id) => `/reply-templates/${id}`,
  toRow: (body) => (body as { data: ReplyTemplate }).data,
  create: (data) => ({ url: '/reply-templates', method: 'POST', body: { data } }),
  update: (id, data) => ({ url: `/reply-templates/${id}`, method: 'PUT', body: { data } }),
  remove: (id) => ({ url: `/reply-templates/${id}`, method: 'DELETE' }),
});

export const templateResource = defineResource<ReplyTemplate>({
  api: templateApi,
  one: 'Reply template',
  many: 'Reply templates',
  path: '/console/reply-templates',
  writers: ['people'],
  defaultSort: 'title',
  columns: [
    { key: 'title', label: 'Title', sort: 'title', isTitle: true, render: ({ title }) => title },
    { key: 'text', label: 'Text', render: ({ text }) => text },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updated',
      render: ({ updated_at: at }) => formatMoment(at),
    },
  ],
  actions: [
    {
      key: 'delete',
      label: 'Delete',
      isDangerous: true,
      removes: true,
      confirm: () => 'This template is deleted permanently. Replies that were sent do not change.',
      run: ({ id }, { remove }) => remove(id),
    },
  ],
  empty: {
    title: 'No templates yet',
    hint: 'Write down what you reply often, such as how to return a book.',
  },
});

export const TEMPLATE_FIELDS: readonly Field[] = [
  {
    name: 'title',
    label: 'Title',
    kind: 'text',
    help: 'Only staff see it.',
    maxLength: MAX_TEMPLATE_TITLE,
    checks: [filled('Title is required')],
  },
  {
    name: 'text',
    label: 'Text',
    kind: 'lines',
    help: '{name} becomes the name of the person who wrote, or “reader” where there is none.',
    checks: [filled('Text is required')],
  },
];

/** Returns the text of a template for a person. */
export const filledTemplate = (text: string, name: string): string =>
  text.replaceAll('{name}', () => name.trim() || 'reader');
