// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coloursOf } from '@vidhi/contracts/site-colours.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from './confirm.tsx';
import type { Field } from './form-field.ts';
import { ResourceForm } from './resource-form.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  {
    name: 'slug',
    label: 'Address',
    kind: 'text',
    proposal: { from: 'name', valueOf: (text) => text.toLowerCase().replaceAll(' ', '-') },
  },
];

const open = (row: Readonly<Record<string, unknown>> = {}, fields = FIELDS): void => {
  showPage(
    <ConfirmProvider>
      <ResourceForm
        id="kind"
        fields={fields}
        row={row}
        isNew={row['id'] === undefined}
        submit={async () => ({})}
      />
    </ConfirmProvider>,
    '/console/categories/new',
  );
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const address = () => (screen.getByLabelText('Address') as HTMLInputElement).value;

describe('the form of a resource', () => {
  it('proposes the address of a new row from its name, until somebody types their own', () => {
    open();
    type('Name', 'Criminal law');
    expect(address()).toBe('criminal-law');
    type('Name', 'Criminal appeals');
    expect(address()).toBe('criminal-appeals');
    type('Address', 'appeals');
    type('Name', 'Appeals in crime');
    expect(address()).toBe('appeals');
  });

  it('names the buttons of a picture by their text and the field', () => {
    open({}, [
      { name: 'cover', label: 'Cover', kind: 'picture' },
      { name: 'more', label: 'More pictures', kind: 'pictures' },
    ]);
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(
      expect.arrayContaining([
        'Choose a picture: Cover',
        'From the library: Cover',
        'Choose a picture: More pictures',
        'From the library: More pictures',
      ]),
    );
  });

  it('says that no record is chosen, and not that any is', () => {
    const of = { useChoices: () => [], useLabel: () => undefined };
    open({}, [{ name: 'parent', label: 'Parent', kind: 'record', of }]);
    expect(screen.getByText('None')).toBeTruthy();
    expect(screen.queryByText('Any')).toBeNull();
  });

  it('keeps the address of a row that exists', () => {
    open({ id: 7, name: 'Criminal law', slug: 'criminal-law' });
    type('Name', 'Criminal appeals');
    expect(address()).toBe('criminal-law');
  });

  it('shows the colour of dark pages that follows from the one of light pages', async () => {
    const colours: readonly Field[] = [
      { name: 'light', label: 'Colour', kind: 'colour', scheme: 'light' },
      { name: 'dark', label: 'On dark pages', kind: 'colour', scheme: 'dark', follows: 'light' },
    ];
    open({ id: 1, light: null, dark: null }, colours);
    const dark = () => screen.getByLabelText('On dark pages').getAttribute('placeholder');
    expect(dark()).toBe('#e9a595 (default)');
    type('Colour', '#0a4d7a');
    const [, following] = coloursOf('#0a4d7a', null)['accent'] ?? [];
    await waitFor(() => expect(dark()).toBe(`${following} (default)`));
  });
});
