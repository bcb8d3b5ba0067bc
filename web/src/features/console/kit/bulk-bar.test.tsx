// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { leavePage } from '../../../testing/show-page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DELETE_JOB } from './jobs.ts';

afterEach(leavePage);

const TOO_MANY_TICKED =
  'Up to 500 ticked rows can be changed at once. For more, filter the list and select all that match.';
const TOO_MANY = 'Up to 10000 rows can be changed at once. Filter the list further.';

it.each([
  ['500 ticked rows', 500, false, 20_000, null],
  ['501 ticked rows', 501, false, 20_000, TOO_MANY_TICKED],
  ['all of 10,000 that match', 501, true, 10_000, null],
  ['all of 10,001 that match', 501, true, 10_001, TOO_MANY],
])('says at the limit what can be done instead: %s', (_what, ticked, isAll, total, text) => {
  const rows = new Map(Array.from({ length: ticked }, (_, index) => [index + 1, 1]));
  const unused = vi.fn<() => void>();
  render(
    <BulkBar
      selection={{ rows, isAll, toggle: unused, setAll: unused, selectMatching: unused, clear: unused }}
      total={total}
      actions={[]}
      onAction={unused}
      jobs={[DELETE_JOB]}
      onJob={unused}
      onPreview={vi.fn<() => Promise<never>>()}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(text !== null);
  expect(screen.queryByText(/can be changed at once/)?.textContent ?? null).toBe(text);
});
