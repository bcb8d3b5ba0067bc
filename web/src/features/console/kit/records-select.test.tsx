// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { RecordsSelect } from './records-select.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

it('keeps what is chosen while a name is created, and creates each of two names', async () => {
  const created = new Map<string, (id: number | null) => void>();
  const changes: number[][] = [];
  const choices = { useChoices: () => [{ value: '7', label: 'A. Rao' }], useLabel: () => 'A. Rao' };
  function Authors() {
    const [value, setValue] = useState<readonly number[]>([]);
    const change = (ids: number[]): void => {
      changes.push(ids);
      setValue(ids);
    };
    return (
      <RecordsSelect
        label="Authors"
        of={choices}
        create={() => (name) => new Promise((resolve) => created.set(name, resolve))}
        value={value}
        onChange={change}
      />
    );
  }
  showPage(
    <NoticesProvider>
      <Authors />
    </NoticesProvider>,
    '/console/books/new',
  );
  const field = screen.getByRole('combobox', { name: 'Authors' });
  const choose = async (name: string, option: string) => {
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: name } });
    fireEvent.click(await screen.findByTitle(option));
  };
  await choose('Asha Sen', 'Create “Asha Sen”');
  await choose('Ravi', 'Create “Ravi”');
  await choose('A. Rao', 'A. Rao');
  expect([...created.keys()]).toEqual(['Asha Sen', 'Ravi']);
  created.get('Asha Sen')?.(41);
  await waitFor(() => expect(changes.at(-1)).toEqual([7, 41]));
  created.get('Ravi')?.(42);
  await waitFor(() => expect(changes.at(-1)).toEqual([7, 41, 42]));
});
