import type { BrowserContext, Page } from 'playwright-core';

/** A button that starts a request, and how to reach it. */
export interface ClickCase {
  name: string;
  path: string;
  /** Name of the button, within `inside`. */
  button: string | RegExp;
  inside?: 'main' | 'contentinfo';
  /** Method and path of the request that the button starts. */
  request: RegExp;
  /** Message that appears when it fails. */
  says: string | RegExp;
  isMember?: boolean;
  /** Responds to the requests of the page itself. */
  arrange?: (context: BrowserContext) => Promise<void>;
  prepare?: (page: Page) => Promise<void>;
}

const BATCH = 'b'.repeat(32);
const CHECKOUT = `co_${'a'.repeat(26)}`;
const KEY = 'k'.repeat(22);
const EMAIL = 'asha@rao.example';
const NO_RESPONSE = 'Our servers did not answer. Please try again in a moment.';

const listOf = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});

const CART = listOf({
  id: 1,
  attributes: {
    Quantity: 2,
    Batch_id: BATCH,
    catalog_books: { data: { id: 1, attributes: { Title: 'The Working Code', Price: 295 } } },
  },
});
const ORDERS = listOf({
  id: 1,
  attributes: {
    item_id: '1',
    quantity: 2,
    Price: 295,
    checkout_id: CHECKOUT,
    purchase_date: '2026-03-10',
    status: 'CONFIRMED',
    bill_number: 'BS/26-27/000001',
    purchase_number: '2603ABCDEF',
    refunded_amount: 0,
    credit_notes: [],
    item_detail: { Title: 'The Working Code', Price: 295 },
  },
});
const LINE = { id: 1, book_id: 1, title: 'The Working Code', quantity: 2, unit_paise: 29_500 };
const STATUS = { stage: 'confirmed', isExpired: false, totalPaise: 59_000, lines: [LINE] };
const DETAILS = {
  checkout_id: CHECKOUT,
  key: KEY,
  purchase_number: '2603ABCDEF',
  status: 'CONFIRMED',
  cancelled_for: null,
  createdAt: '2026-03-10T04:30:00.000Z',
  lines: [{ ...LINE, shipping_date: null, delivered_date: null, refunded_copies: 0, is_cancelled: false }],
  packed_at: null,
  shipments: [],
  shipping_paise: 0,
  total_paise: 59_000,
  billing: null,
  shipping: null,
  needs_address: false,
  bill_number: null,
  credit_note_number: null,
  credit_notes: [],
  refunded_paise: 0,
  requests: [],
  requestable: [{ id: 1, kind: 'cancel', copies: 2, until: null }],
  timeline: [],
  help: { email: 'desk@vidhi.example', phone: null, pages: [] },
};

const OFFERED = {
  title: 'Adv. Asha Rao',
  kind: 'lawyer',
  address: 'a•••@rao.example',
  expires_at: '2026-12-30T06:30:00.000Z',
};

type Responses = Readonly<Record<string, object>>;

/** Responds to GET requests by pattern of their address; null fails. */
const respond = (responses: Responses) => async (context: BrowserContext) => {
  for (const [pattern, json] of Object.entries(responses))
    await context.route(pattern, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
    );
};
const fail = (pattern: string) => async (context: BrowserContext) => {
  await context.route(pattern, (route) => route.fulfill({ status: 500, json: { data: null } }));
};
/** An invitation that is read by a POST, as its token is no part of an address. */
const withInvitation = async (context: BrowserContext) => {
  await context.route('**/api/auth/profile-invitation', (route) =>
    route.fulfill({ json: { data: { state: 'open', offered: OFFERED } } }),
  );
};
const withCart = async (context: BrowserContext) => {
  await context.addInitScript((batch) => localStorage.setItem('vidhi.cart', batch), BATCH);
  await respond({ '**/api/carts?*': CART })(context);
};
const withUnreadCart = async (context: BrowserContext) => {
  await context.addInitScript((batch) => localStorage.setItem('vidhi.cart', batch), BATCH);
  await fail('**/api/carts?*')(context);
};
const withOrder = respond({
  [`**/api/payment/status/${CHECKOUT}*`]: { data: STATUS },
  [`**/api/order-status/${CHECKOUT}*`]: { data: DETAILS },
});

const fill = (values: Record<string, string>) => async (page: Page) => {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('main').getByLabel(label, { exact: true }).first().fill(value);
};
const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const inOrder =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const ADDRESS = {
  Name: 'Asha Rao',
  Phone: '9876543210',
  Email: EMAIL,
  Address: '12 Court Road',
  Pincode: '682001',
  City: 'Kochi',
};
const PASSWORDS = { 'New password': 'secret-12', 'Confirm password': 'secret-12' };

export const CLICK_CASES: readonly ClickCase[] = [
  {
    name: 'Add to Cart',
    path: '/catalogs/books/1/the-working-code',
    button: 'Add to Cart',
    request: /^POST \/api\/carts$/,
    says: 'Failed to create or update cart.',
  },
  {
    name: 'one copy more',
    path: '/cart',
    arrange: withCart,
    button: 'One copy more',
    request: /^PUT \/api\/carts\/1$/,
    says: 'Failed to create or update cart.',
  },
  {
    name: 'Delete',
    path: '/cart',
    arrange: withCart,
    button: /^Delete/,
    request: /^DELETE \/api\/carts\/1$/,
    says: 'Failed to remove item from cart.',
  },
  {
    name: 'Proceed to Buy',
    path: '/cart',
    arrange: withCart,
    button: 'Proceed to Buy',
    request: /^POST \/api\/payment\/checkout$/,
    says: /could not start the payment/,
    prepare: fill(ADDRESS),
  },
  {
    name: 'the cart, read again',
    path: '/cart',
    arrange: withUnreadCart,
    button: 'Try again',
    request: /^GET \/api\/carts$/,
    says: /could not load your cart/,
  },
  {
    name: 'log in',
    path: '/login',
    button: 'Log in',
    request: /^POST \/api\/auth\/local$/,
    says: 'it failed',
    prepare: fill({ 'Email Id': EMAIL, Password: 'secret-1' }),
  },
  {
    name: 'the link for a new password',
    path: '/forgot-password',
    arrange: respond({ '**/api/users?*': [{ id: 7, email: EMAIL }] }),
    button: 'Send reset link',
    request: /^POST \/api\/auth\/forgot-password$/,
    says: 'Error sending password reset link.',
    prepare: fill({ Email: EMAIL }),
  },
  {
    name: 'a new password',
    path: '/reset-password?code=c',
    button: 'Password Reset',
    request: /^POST \/api\/auth\/reset-password$/,
    says: 'Error resetting password. Please try again.',
    prepare: fill(PASSWORDS),
  },
  {
    name: 'a message to the desk',
    path: '/contact',
    button: 'Send',
    request: /^POST \/api\/email$/,
    says: /could not be sent/,
    prepare: fill({ Name: 'Asha', Email: EMAIL, Subject: 'Correction', Message: 'Line two.' }),
  },
  {
    name: 'the newsletter in the foot',
    path: '/about',
    button: 'Subscribe',
    inside: 'contentinfo',
    request: /^POST \/api\/auth\/local\/register$/,
    says: 'it failed',
    prepare: (page) => page.getByRole('contentinfo').getByLabel('Get our newsletter').fill(EMAIL),
  },
  {
    name: 'a mail when a page is ready',
    path: '/career',
    button: 'Subscribe',
    request: /^POST \/api\/coming-soon-users$/,
    says: 'it failed',
    prepare: fill({ Email: EMAIL }),
  },
  {
    name: 'the confirmation of a subscription',
    path: '/confirm?subscriber=1&key=k',
    button: 'Confirm subscription',
    request: /^POST \/api\/subscriptions\/confirm$/,
    says: NO_RESPONSE,
  },
  {
    name: 'the confirmation of an address',
    path: '/confirm-email?confirmation=c',
    button: 'Confirm email address',
    request: /^POST \/api\/auth\/.*confirm/,
    says: NO_RESPONSE,
  },
  {
    name: 'another link that confirms an address',
    path: '/confirm-email',
    button: 'Send a new link',
    request: /^POST \/api\/auth\/send-email-confirmation$/,
    says: 'it failed',
    prepare: fill({ Email: EMAIL }),
  },
  {
    name: 'an order by its number',
    path: '/order-status',
    button: 'Show my order',
    request: /^POST \/api\/order-status$/,
    says: 'it failed',
    prepare: fill({ 'Order number': '2603ABCDEF', Email: EMAIL }),
  },
  {
    name: 'a cancellation',
    path: `/status/${CHECKOUT}?key=${KEY}`,
    arrange: withOrder,
    button: 'Ask for a cancellation',
    request: /^POST \/api\/order-status\/.*\/requests$/,
    says: 'Please try again.',
    prepare: inOrder(press('Cancel books'), fill({ Reason: 'Bought twice' })),
  },
  {
    name: 'Buy again',
    path: `/status/${CHECKOUT}?key=${KEY}`,
    arrange: withOrder,
    button: 'Buy again',
    request: /^POST \/api\/carts$/,
    says: /No longer sold|could not be put/,
  },
  {
    name: 'the computation of the order',
    path: '/catalogs/lawyers/order',
    button: /order here/,
    request: /^GET \/api\/(lawyers|neutral|law-firms|firms)/,
    says: /could not be loaded/,
  },
  {
    name: 'the names of an account',
    path: '/account',
    isMember: true,
    button: 'Save',
    request: /^PUT \/api\/users\/7$/,
    says: 'Profile update Failed!',
    prepare: press('Edit profile'),
  },
  {
    name: 'another password of an account',
    path: '/account',
    isMember: true,
    button: 'Change password',
    request: /^POST \/api\/auth\/change-password$/,
    says: 'it failed',
    prepare: inOrder(press('Change password'), fill({ 'Current password': 'secret-1', ...PASSWORDS })),
  },
  {
    name: 'another address of an account',
    path: '/account',
    isMember: true,
    button: 'Send link',
    request: /^POST \/api\/auth\/change-email$/,
    says: 'it failed',
    prepare: inOrder(
      press('Change email'),
      fill({ 'New email': 'new@rao.example', 'Current password': 'secret-1' }),
    ),
  },
  {
    name: 'the end of other sessions',
    path: '/account',
    isMember: true,
    button: 'Log out everywhere else',
    request: /^POST \/api\/auth\/logout-others$/,
    says: /could not log you out everywhere else/,
  },
  {
    name: 'the export of an account',
    path: '/account',
    isMember: true,
    button: 'Export my data',
    request: /^GET \/api\/users\/me\/export$/,
    says: /could not be exported/,
  },
  {
    name: 'an account, read again',
    path: '/account',
    isMember: true,
    arrange: fail('**/api/users/me'),
    button: 'Try again',
    request: /^GET \/api\/users\/me$/,
    says: /cannot be shown just now/,
  },
  {
    name: 'the erasure of an account',
    path: '/account/erase',
    isMember: true,
    button: 'Erase my account',
    request: /^POST \/api\/users\/me\/erasure$/,
    says: 'it failed',
    prepare: inOrder(fill({ 'Current password': 'secret-1' }), (page) =>
      page.getByRole('main').getByRole('checkbox').check(),
    ),
  },
  {
    name: 'the claim of a profile',
    path: '/account/claim?code=t',
    isMember: true,
    arrange: withInvitation,
    button: 'Claim this profile',
    request: /^POST \/api\/auth\/claim-profile$/,
    says: 'it failed',
    prepare: async (page) => {
      for (const name of [/I declare that/, /I accept the/])
        await page.getByRole('main').getByRole('checkbox', { name }).check();
    },
  },
  {
    name: 'a bill of supply',
    path: '/account/orders',
    isMember: true,
    arrange: respond({ '**/api/orders?*': ORDERS }),
    button: /^Bill of supply/,
    request: /^GET \/api\/orders\/1\/bill-of-supply$/,
    says: /could not be fetched/,
  },
  {
    name: 'the address of the last order',
    path: '/payment/books/1/the-working-code',
    isMember: true,
    button: 'Use the address of my last order',
    request: /^GET \/api\/orders$/,
    says: /could not load the address/,
  },
  {
    name: 'the contact details of a lawyer',
    path: '/catalogs/lawyers/1/asha-rao',
    isMember: true,
    arrange: fail('**/api/lawyers?*'),
    button: 'Try again',
    request: /^GET \/api\/lawyers$/,
    says: /could not show the contact details/,
  },
];
