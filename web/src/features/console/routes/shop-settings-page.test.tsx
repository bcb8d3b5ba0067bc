// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { ShopSettingsPage } from './shop-settings-page.tsx';

const ADMINISTRATOR = 11;
const SETTINGS = {
  shipping_paise: 10_000,
  free_shipping_from_paise: 0,
  return_days: 7,
  refund_limit_paise: 0,
  low_stock_copies: 3,
  seller_name: '',
  seller_address: '4 Fort Road, Mumbai',
  seller_email: '',
  seller_phone: '+91 22 1234 5678',
  seller_grievance_officer: 'Asha Rao',
  seller_gstin: '',
  missing: ['seller_name', 'seller_email'],
};

beforeEach(stubAntdBrowser);
afterEach(leavePage);

let server: ReturnType<typeof stubServer>;
function open() {
  server = stubServer({
    'GET /api/shop-settings': () => Response.json({ data: SETTINGS }),
    'PUT /api/shop-settings': () => Response.json({ data: SETTINGS }),
  });
  show();
  return () => server.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
}
function show(): void {
  const page = (
    <NoticesProvider>
      <ConfirmProvider>
        <ShopSettingsPage />
      </ConfirmProvider>
    </NoticesProvider>
  );
  showPage(page, '/console/shop-settings').logIn(ADMINISTRATOR);
}
async function change(label: string | RegExp, value: string, save: number): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  const button = screen.getAllByRole('button', { name: 'Save' })[save];
  if (button === undefined) throw new Error('no button');
  fireEvent.click(button);
}

it('shows amounts in rupees, and sends what was changed in paise', async () => {
  const sent = open();
  await change('Shipping charge in ₹', '80.5', 0);
  await waitFor(() => expect(sent()).toEqual([{ data: { shipping_paise: 8_050 } }]));
});

it('leaves what a colleague has changed meanwhile, and what is typed during a save is not saved yet', async () => {
  let stored = SETTINGS;
  const { promise, resolve } = Promise.withResolvers<Response>();
  server = stubServer({
    'GET /api/shop-settings': () => Response.json({ data: stored }),
    'PUT /api/shop-settings': async () => promise,
  });
  show();
  const writes = () => server.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  await change('Shipping charge in ₹', '80.5', 0);
  await waitFor(() => expect(writes()).toHaveLength(1));
  fireEvent.change(screen.getByLabelText(/^Free shipping from/), { target: { value: '500' } });
  // A colleague has changed another part.
  stored = { ...SETTINGS, shipping_paise: 8_050, seller_name: 'Law House', seller_phone: '+91 22 1111 2222' };
  resolve(Response.json({ data: stored }));
  expect(await screen.findByDisplayValue('Law House')).toBeTruthy();
  expect(screen.getByDisplayValue('500')).toBeTruthy();
  const leaving = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  server.responses['PUT /api/shop-settings'] = () => Response.json({ data: stored });
  await change('Email', 'care@house.example', 1);
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]).toEqual({ data: { seller_email: 'care@house.example' } });
  await change('Shipping charge in ₹', '90', 0);
  await waitFor(() => expect(writes()).toHaveLength(3));
  expect(writes()[2]).toEqual({ data: { shipping_paise: 9_000, free_shipping_from_paise: 50_000 } });
});

it('shows a mail with the text that is typed, before it is saved', async () => {
  const sent = open();
  server.responses['POST /api/order-mails/preview'] = async (request) => {
    const { data } = (await request.json()) as { data: { kind: string; text: string } };
    return Response.json({ data: { subject: `Mail ${data.kind}`, text: `Thank you.\n\n${data.text}` } });
  };
  const text = 'We pack on Mondays.';
  fireEvent.change(await screen.findByLabelText('In Shipped'), { target: { value: text } });
  fireEvent.click(screen.getByText('Shipped', { selector: '.ant-segmented-item-label' }));
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = await screen.findByRole('region', { name: 'Preview of the mail' });
  expect(preview.textContent).toBe(`Mail shippedThank you.\n\n${text}`);
  expect(sent()).toEqual([]);
});

it('says what is missing of the seller', async () => {
  open();
  expect(await screen.findByText(/Bills are specimens.*: name, email\./)).toBeTruthy();
});

it.each([
  ['GSTIN', '27AAPFU0939F1ZW', /This is no GSTIN/],
  ['Email', 'care', /valid email address/],
])('rejects a wrong %s before it is sent', async (label, value, message) => {
  const sent = open();
  await change(label, value, 1);
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(sent()).toEqual([]);
});
