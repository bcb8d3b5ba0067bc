// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../testing/antd-browser.ts';
import { listOf } from '../../testing/fake-api.ts';
import { failure, stubServer } from '../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../testing/show-page.tsx';
import { AddressForm } from './address-form.tsx';
import type { Addresses } from './address-form-definition.ts';

const CUSTOMER = 4;
const BUTTON = 'Use the address of my last order';
const HOME = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  landmark: 'near Town Hall',
  pincode: '682001',
  city: 'Kochi',
  state: 'Kerala',
};
const OFFICE = { ...HOME, name: 'Ravi Rao', address: '7 Fort Road' };
const anOrder = (checkout_id: string, shipping_address: string | null) => ({
  id: 1,
  attributes: { checkout_id, paymentDetails: { data: { payment: [{ shipping_address }] } } },
});

let server: ReturnType<typeof stubServer>;
let sent: Addresses[];
beforeEach(() => {
  stubAntdBrowser();
  sent = [];
  server = stubServer({
    'GET /api/users/me': () =>
      Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao', email: HOME.email, mobile: HOME.phone }),
    'GET /api/orders': () =>
      Response.json({ data: [anOrder('co_new', null), anOrder('co_old', '1 Court Road, 682001')], meta: {} }),
    'GET /api/order-status/co_old': () => Response.json({ data: { billing: HOME, shipping: OFFICE } }),
  });
});
afterEach(() => {
  sessionStorage.clear();
  leavePage();
});

const open = () =>
  showPage(
    <AddressForm
      submitLabel="Send"
      submit={async (addresses) => {
        sent.push(addresses);
        return {};
      }}
    />,
    '/',
  );
const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label);
const values = (label: string) => fields(label).map(({ value }) => value);

describe('the address form of an account', () => {
  it('has name, e-mail address and phone number of the account', async () => {
    open().logIn(CUSTOMER);
    await waitFor(() => expect(values('Name')).toEqual(['Asha Rao', 'Asha Rao']));
    expect([values('Email')[0], values('Phone')[0], values('Address')[0]]).toEqual([
      HOME.email,
      HOME.phone,
      '',
    ]);
  });

  it('does not replace what was typed before the account is read', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['GET /api/users/me'] = () => new Promise((resolve) => (respond = resolve));
    open().logIn(CUSTOMER);
    await screen.findByRole('button', { name: BUTTON });
    const [name] = fields('Name');
    if (name !== undefined) fireEvent.change(name, { target: { value: 'Usha Rao' } });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    respond(Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao', email: HOME.email, mobile: null }));
    await waitFor(() => expect(values('Email')[0]).toBe(HOME.email));
    expect(values('Name')[0]).toBe('Usha Rao');
  });

  it('selects what is filled in where the buyer is about to type', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['GET /api/users/me'] = () => new Promise((resolve) => (respond = resolve));
    open().logIn(CUSTOMER);
    await screen.findByRole('button', { name: BUTTON });
    const [phone] = fields('Phone');
    phone?.focus();
    await waitFor(() => expect(server.calls).toHaveLength(1));
    respond(
      Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao', email: HOME.email, mobile: HOME.phone }),
    );
    await waitFor(() => expect(phone?.value).toBe(HOME.phone));
    expect([phone?.selectionStart, phone?.selectionEnd]).toEqual([0, HOME.phone.length]);
  });

  it('leaves the cursor in a field that the buyer types in while others are filled in', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['GET /api/users/me'] = () => new Promise((resolve) => (respond = resolve));
    open().logIn(CUSTOMER);
    await screen.findByRole('button', { name: BUTTON });
    const [city] = fields('City');
    if (city === undefined) throw new Error('no field');
    city.focus();
    fireEvent.change(city, { target: { value: 'Koch' } });
    city.setSelectionRange(4, 4);
    await waitFor(() => expect(server.calls).toHaveLength(1));
    respond(Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao', email: HOME.email, mobile: null }));
    await waitFor(() => expect(values('Name')[0]).toBe('Asha Rao'));
    expect([city.selectionStart, city.selectionEnd]).toEqual([4, 4]);
  });

  it('loses the errors of fields that are filled in, and no other', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['GET /api/users/me'] = () => new Promise((resolve) => (respond = resolve));
    open().logIn(CUSTOMER);
    await press('Send');
    await screen.findAllByText(/The name field is required/);
    respond(Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao', email: HOME.email, mobile: null }));
    await waitFor(() => expect(screen.queryAllByText(/The (name|email) field is required/)).toEqual([]));
    expect(screen.queryAllByText(/The (phone|city) field is required/)).not.toEqual([]);
    await press(BUTTON);
    await waitFor(() => expect(screen.queryAllByText(/field is required/)).toEqual([]));
  });

  it('loses the errors of a shipping address that is the billing address again', async () => {
    open().logIn(CUSTOMER);
    await press(BUTTON);
    await waitFor(() => expect(values('Name')).toEqual(['Asha Rao', 'Ravi Rao']));
    const [, city] = fields('City');
    if (city !== undefined) fireEvent.change(city, { target: { value: '' } });
    await press('Send');
    await screen.findAllByText(/The city field is required/);
    fireEvent.click(screen.getByLabelText('Yes'));
    await waitFor(() => expect(screen.queryAllByText(/field is required/)).toEqual([]));
  });

  it('gets the addresses of the last order that has some, when the buyer says so', async () => {
    open().logIn(CUSTOMER);
    await press(BUTTON);
    await waitFor(() => expect(values('Name')).toEqual(['Asha Rao', 'Ravi Rao']));
    await press('Send');
    await waitFor(() =>
      expect(sent).toEqual([{ billingAddress: HOME, shippingAddress: OFFICE, sameAddress: 'No' }]),
    );
  });

  it('gets both addresses of the last order that were requested before the account was read', async () => {
    let respond = (_response: Response): void => undefined;
    server.responses['GET /api/users/me'] = () => new Promise((resolve) => (respond = resolve));
    let respondLast = (_response: Response): void => undefined;
    server.responses['GET /api/order-status/co_old'] = () =>
      new Promise((resolve) => (respondLast = resolve));
    open().logIn(CUSTOMER);
    await press(BUTTON);
    await waitFor(() => expect(server.calls).toHaveLength(3));
    respond(Response.json({ id: 7, first_name: 'Usha', last_name: 'Rao', email: HOME.email, mobile: null }));
    await waitFor(() => expect(values('Name')).toEqual(['Usha Rao', 'Usha Rao']));
    respondLast(Response.json({ data: { billing: HOME, shipping: OFFICE } }));
    await waitFor(() => expect(values('Name')).toEqual(['Asha Rao', 'Ravi Rao']));
    await press('Send');
    await waitFor(() =>
      expect(sent).toEqual([{ billingAddress: HOME, shippingAddress: OFFICE, sameAddress: 'No' }]),
    );
  });

  it('has one address where the last order had one', async () => {
    const { landmark: _none, ...home } = HOME;
    server.responses['GET /api/order-status/co_old'] = () =>
      Response.json({ data: { billing: home, shipping: home } });
    open().logIn(CUSTOMER);
    await press(BUTTON);
    await waitFor(() => expect(values('Address')[0]).toBe('1 Court Road'));
    await press('Send');
    await waitFor(() =>
      expect(sent).toEqual([{ billingAddress: home, shippingAddress: home, sameAddress: 'Yes' }]),
    );
  });

  it.each([
    ['there is none', () => Response.json(listOf([])), 'None of your orders has an address yet.'],
    [
      'it cannot be read',
      failure(503, 'try again'),
      'We could not load the address. Please try again in a moment.',
    ],
  ])('says so when %s', async (_case, response, text) => {
    server.responses['GET /api/orders'] = response;
    open().logIn(CUSTOMER);
    await press(BUTTON);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

it('of a guest reads nothing', async () => {
  open();
  await screen.findByRole('button', { name: 'Send' });
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  expect(server.calls).toEqual([]);
});
