import { WEEKDAYS, type DigestResponse } from '@vidhi/contracts/newsletter.ts';
import { filled } from '#shared/forms/checks.ts';
import type { Field } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';

const PATH = '/newsletter-digest';

/** The rule of the digest: one document. */
export const digestApi = resourceApi<Readonly<Record<string, unknown>>>('newsletter-digest', {
  list: () => PATH,
  toPage: (body) => ({ rows: [(body as DigestResponse).data], total: 1 }),
  one: () => PATH,
  toRow: (body) => (body as DigestResponse).data,
  update: (_id, data) => ({ url: PATH, method: 'PUT', body: { data } }),
});

const named = (value: string) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) });

export const DIGEST_FIELDS: readonly Field[] = [
  { name: 'is_on', label: 'Send a digest', kind: 'flag' },
  {
    name: 'every',
    label: 'How often',
    kind: 'choice',
    choices: [
      { value: 'day', label: 'Every day' },
      { value: 'week', label: 'Once a week' },
    ],
    checks: [filled('A choice is required')],
  },
  {
    name: 'weekday',
    label: 'Day of a weekly digest',
    kind: 'choice',
    choices: WEEKDAYS.map(named),
    checks: [filled('A choice is required')],
  },
  {
    name: 'time',
    label: 'Time in India',
    kind: 'text',
    maxLength: 5,
    help: 'Such as 07:30',
    checks: [
      (value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? null : 'A time is needed, such as 07:30'),
    ],
  },
  {
    name: 'title',
    label: 'Subject',
    kind: 'text',
    maxLength: 100,
    help: 'The date follows it: News of the day, 30 November 2026',
    checks: [filled('A subject is required')],
  },
];
