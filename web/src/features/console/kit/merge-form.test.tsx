// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import type { RecordChoices } from './define-resource.ts';
import { missingFor } from '../../../testing/show-page.tsx';
import { JobError } from './jobs.ts';
import { mergedArticlesText } from '../newsroom/merge-texts.ts';
import { MergeForm } from './merge-form.tsx';

beforeEach(stubAntdBrowser);
afterEach(cleanup);

const of: RecordChoices = {
  useChoices: () => [
    { value: '1', label: 'Bail' },
    { value: '2', label: 'Arrest' },
  ],
  useLabel: () => undefined,
};

function open(preview: () => Promise<{ label: string; total: number; rows: Record<string, number> }>) {
  const onRun = vi.fn<(params: object) => void>();
  render(
    <MergeForm
      one="tag"
      textOf={mergedArticlesText('tags')}
      of={of}
      preview={preview}
      onRun={onRun}
      onCancel={() => {}}
    />,
  );
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'The tag that remains' }));
  return onRun;
}

it('shows how many articles move before it merges', async () => {
  const onRun = open(async () => ({ label: 'Merge', total: 15, rows: { posts: 12, tags: 3 } }));
  expect(await missingFor('Merge')).toBe('Choose the tag that remains.');
  fireEvent.click(await screen.findByText('Bail'));
  await screen.findByText(/^12 articles move\. 2 addresses lead to the remaining one/);
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
  expect(onRun).toHaveBeenCalledWith({ into: 1 });
});

it('says why a merge is not possible, and does not offer it', async () => {
  open(async () => Promise.reject(new JobError('Choose at least one of the tags that go')));
  fireEvent.click(await screen.findByText('Arrest'));
  await screen.findByText('Choose at least one of the tags that go');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
});
