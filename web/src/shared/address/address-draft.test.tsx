// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stubServer } from '../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../testing/show-page.tsx';
import { readAddressDraft, writeAddressDraft } from './address-draft.ts';
import { AddressForm } from './address-form.tsx';

beforeEach(() => void stubServer({}));
afterEach(() => {
  sessionStorage.clear();
  leavePage();
});

const open = () => showPage(<AddressForm submitLabel="Send" submit={async () => ({})} />, '/');
const field = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
const VALUES = {
  Name: 'Asha Rao',
  Phone: '9876543210',
  Email: 'asha@rao.example',
  Address: '1 Court Road',
  Pincode: '682001',
  City: 'Kochi',
};
const fillIn = () => {
  for (const [label, value] of Object.entries(VALUES)) fireEvent.change(field(label), { target: { value } });
};

it('has after a reload what was typed before it, the chosen shipping address included', () => {
  open();
  fillIn();
  fireEvent.click(screen.getByLabelText('No'));
  leavePage();
  open();
  expect(Object.keys(VALUES).map((label) => field(label).value)).toEqual(Object.values(VALUES));
  expect(field('State').value).toBe('Kerala');
  expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true);
});

it('has nothing of an order that was accepted', async () => {
  open();
  fillIn();
  await press('Send');
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  leavePage();
  open();
  expect(field('Name').value).toBe('');
});

it('has nothing of another account; what a guest has typed stays after the login', () => {
  writeAddressDraft(7, { 'billingAddress.name': 'Asha Rao' });
  expect([readAddressDraft('guest'), readAddressDraft(8)]).toEqual([
    { sameAddress: 'Yes' },
    { sameAddress: 'Yes' },
  ]);
  writeAddressDraft('guest', { 'billingAddress.name': 'Asha Rao' });
  expect(readAddressDraft(8)['billingAddress.name']).toBe('Asha Rao');
});

it.each([
  '',
  'null',
  '7',
  '{',
  '{"owner":"guest"}',
  '{"owner":"guest","values":{"other":"a","sameAddress":4}}',
])('is empty after a damaged draft: %s', (text) => {
  sessionStorage.setItem('vidhi.address', text);
  expect(readAddressDraft('guest')).toEqual({ sameAddress: 'Yes' });
});
