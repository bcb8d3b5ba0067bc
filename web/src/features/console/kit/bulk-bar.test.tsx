// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { leavePage } from '../../../testing/show-page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DELETE_JOB, type ParamsFormProps } from './jobs.ts';

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

const Params = ({ onRun }: ParamsFormProps) => (
  <button type="button" onClick={() => onRun({ add: [1] })}>
    Change 2 articles
  </button>
);

it('keeps the form of an action until that has begun: a second click hits no other button', async () => {
  const begun = Promise.withResolvers<void>();
  const handleJob = vi.fn<() => unknown>(() => begun.promise);
  const unused = vi.fn<() => void>();
  const rows = new Map([
    [1, 1],
    [2, 1],
  ]);
  render(
    <BulkBar
      selection={{
        rows,
        isAll: false,
        toggle: unused,
        setAll: unused,
        selectMatching: unused,
        clear: unused,
      }}
      total={2}
      actions={[]}
      onAction={unused}
      jobs={[{ key: 'tags', label: 'Tags', ParamsForm: Params }, DELETE_JOB]}
      onJob={handleJob}
      onPreview={vi.fn<() => Promise<never>>()}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Tags' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change 2 articles' }));
  expect(screen.getByRole('button', { name: 'Change 2 articles' })).toBeTruthy();
  begun.resolve();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change 2 articles' })).toBeNull());
  expect(handleJob).toHaveBeenCalledTimes(1);
});
