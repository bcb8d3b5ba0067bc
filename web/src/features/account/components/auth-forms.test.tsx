// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#shared/site/site-api.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { ForgotPasswordPage } from '../routes/forgot-password-page.tsx';
import { LoginPage } from '../routes/login-page.tsx';
import { ResetPasswordPage } from '../routes/reset-password-page.tsx';

const CUSTOMER = 4;
const SETTINGS = 'GET /api/site-setting';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer({
    [SETTINGS]: () => Response.json({ data: { id: 1, attributes: { show_auth: true } } }),
  });
});
afterEach(leavePage);

const open = (page: ReactNode, path: string) =>
  showPage(
    <Routes>
      <Route path={path.split('?')[0] ?? ''} element={page} />
      <Route path="*" element={null} />
    </Routes>,
    path,
  );
/** Bodies that the form has sent. */
const sent = () =>
  server.calls
    .filter(({ call }) => call !== SETTINGS)
    .map(({ call, search, body }) => ({ call: call + search, body }));
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const EMAIL_CHECK = 'GET /api/users?filters[email][$eq]=asha+1@rao.example&fields[0]=email';

describe('a page of a form for visitors', () => {
  it('offers to try again when the settings of the site could not be loaded', async () => {
    const respond = server.responses[SETTINGS];
    server.responses[SETTINGS] = failure(503, 'down');
    open(<LoginPage />, '/login');
    await screen.findByRole('heading', { name: 'This part cannot be shown just now' });
    expect(screen.getByRole('heading', { level: 1, name: 'Log in' })).toBeTruthy();
    if (respond !== undefined) server.responses[SETTINGS] = respond;
    await press('Try again');
    expect(await screen.findByLabelText('Email Id')).toBeTruthy();
  });

  it('does not exist where the site has no login', async () => {
    server.responses[SETTINGS] = () => Response.json({ data: { id: 1, attributes: { show_auth: false } } });
    open(<LoginPage />, '/login');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });
});

describe('the forgot-password page', () => {
  const show = () => open(<ForgotPasswordPage />, '/forgot-password?next=%2Fsaved');

  it('has a link sent to an address that belongs to an account', async () => {
    server.responses['GET /api/users'] = () => Response.json([{ id: 0, email: 'asha+1@rao.example' }]);
    server.responses['POST /api/auth/forgot-password'] = () => Response.json({ ok: true });
    show();
    await type('Email', ' asha+1@rao.example ');
    await press('Send reset link');
    await screen.findByText('Password reset link sent successfully!');
    expect(sent()).toEqual([
      { call: EMAIL_CHECK, body: null },
      { call: 'POST /api/auth/forgot-password', body: { email: 'asha+1@rao.example' } },
    ]);
    expect(hrefOf('Back to log in')).toBe('/login?next=%2Fsaved');
  });

  it.each([
    ['', 'The email field is required'],
    ['nobody', 'The email must be a valid email address.'],
  ])('rejects the address "%s" without a call', async (address, message) => {
    show();
    await type('Email', address);
    await press('Send reset link');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['finds nobody', () => Response.json([])],
    ['is not an answer', () => Response.json({ data: null })],
    ['is rejected', failure(429, 'Too many requests')],
    ['fails', failure(503, 'Service Unavailable')],
    ['gets no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('says beside the field that an address belongs to nobody when the check %s', async (_how, respond) => {
    server.responses['GET /api/users'] = respond;
    show();
    await type('Email', 'asha+1@rao.example');
    await press('Send reset link');
    expect((await screen.findByText("Email doesn't match our records.")).className).toBe('field__error');
    expect(sent().map(({ call }) => call)).toEqual([EMAIL_CHECK]);
  });

  it('says when the link cannot be sent', async () => {
    server.responses['GET /api/users'] = () => Response.json([{ id: 0, email: 'asha+1@rao.example' }]);
    server.responses['POST /api/auth/forgot-password'] = failure(429, 'Too many requests');
    show();
    await type('Email', 'asha+1@rao.example');
    await press('Send reset link');
    expect(await screen.findByText('Error sending password reset link.')).toBeTruthy();
  });

  it('does not exist where the site has no login', async () => {
    server.responses[SETTINGS] = () => Response.json({ data: { id: 1, attributes: { show_auth: false } } });
    show();
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('leads who is logged in to where he came from', async () => {
    show().logIn(CUSTOMER);
    await expect.poll(place).toBe('/saved');
  });
});

describe('the reset-password page', () => {
  const fill = async (password: string, again: string) => {
    await type('New password', password);
    await type('Confirm password', again);
    await press('Password Reset');
  };

  it('sets the password by the code of the link', async () => {
    server.responses['POST /api/auth/reset-password'] = () => Response.json({ jwt: 't', user: { id: 7 } });
    open(<ResetPasswordPage />, '/reset-password?code=abc');
    await fill('a-new-one', 'a-new-one');
    await screen.findByText('Password reset successfully!');
    expect(sent()).toEqual([
      {
        call: 'POST /api/auth/reset-password',
        body: { code: 'abc', password: 'a-new-one', passwordConfirmation: 'a-new-one' },
      },
    ]);
    expect(hrefOf('Log in')).toBe('/login');
  });

  it.each([
    ['', '', ['Password is required', 'Confirm password is required']],
    ['short', 'short', ['Password must be at least 6 characters']],
    ['long enough', 'long enouhg', ['Passwords must match']],
  ])('rejects "%s" with "%s" without a call', async (password, again, messages) => {
    const { container } = open(<ResetPasswordPage />, '/reset-password?code=abc');
    await fill(password, again);
    const shown = () => [...container.querySelectorAll('.field__error')].map((one) => one.textContent);
    await expect.poll(shown).toEqual(messages);
    expect(sent()).toEqual([]);
  });

  it('shows a failure until it is closed', async () => {
    server.responses['POST /api/auth/reset-password'] = failure(400, 'Incorrect code provided');
    open(<ResetPasswordPage />, '/reset-password?code=abc');
    await fill('a-new-one', 'a-new-one');
    await screen.findByText('Error resetting password. Please try again.');
    await press('Close');
    expect(screen.queryByText('Error resetting password. Please try again.')).toBeNull();
  });

  it('keeps the target of the form that had the link sent, and no target of an address', async () => {
    server.responses['GET /api/users'] = () => Response.json([{ id: 0, email: 'asha@rao.example' }]);
    server.responses['POST /api/auth/forgot-password'] = () => Response.json({ ok: true });
    open(<ForgotPasswordPage />, '/forgot-password?next=%2Fsaved');
    await type('Email', 'asha@rao.example');
    await press('Send reset link');
    await screen.findByText('Password reset link sent successfully!');
    cleanup();
    open(<ResetPasswordPage />, '/reset-password?code=abc&next=%2Fother');
    expect(hrefOf('Log in')).toBe('/login?next=%2Fsaved');
  });

  it('offers a new link where the address has no code', () => {
    open(<ResetPasswordPage />, '/reset-password');
    expect(hrefOf('Send me the link')).toBe('/forgot-password');
  });
});

describe('the login page', () => {
  it('leads to a new password, and keeps the target', async () => {
    open(<LoginPage />, '/login?next=%2Fsaved');
    await screen.findByLabelText('Email Id');
    expect(hrefOf('Forgot password?')).toBe('/forgot-password?next=%2Fsaved');
  });

  it("shows the server's own message when the login fails", async () => {
    server.responses['POST /api/auth/local'] = failure(400, 'Invalid identifier or password');
    open(<LoginPage />, '/login');
    await type('Email Id', ' asha@rao.example ');
    await type('Password', 'not-the-one');
    await press('Log in');
    expect(await screen.findByText('Invalid identifier or password')).toBeTruthy();
    expect(sent()).toEqual([
      {
        call: 'POST /api/auth/local',
        body: { identifier: 'asha@rao.example', password: 'not-the-one' },
      },
    ]);
  });

  it('shows the password on request', async () => {
    open(<LoginPage />, '/login');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    await press('Show Password');
    expect(field.type).toBe('text');
    await press('Hide Password');
    expect(field.type).toBe('password');
  });

  it('says that an address has been confirmed', async () => {
    open(<LoginPage />, '/login?confirmed=1');
    expect(await screen.findByText(/^Your email address is confirmed/)).toBeTruthy();
  });

  it('leads who is logged in and has confirmed another address to the account', async () => {
    open(<LoginPage />, '/login?confirmed=1').logIn(CUSTOMER);
    await expect.poll(place).toBe('/account');
  });

  it('leads to a registration, and keeps the target', async () => {
    open(<LoginPage />, '/login?next=%2Fsaved');
    await screen.findByLabelText('Email Id');
    expect(hrefOf('Create an account')).toBe('/signup?next=%2Fsaved');
  });

  it.each([
    ['signup', 'Registered successfully'],
    ['register', 'Registraion Success'],
  ])('shows the success of a registration at /%s', async (page, message) => {
    open(<LoginPage />, `/login?registered=${page}`);
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
