// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '#shared/session/session-sync.ts';
import { setToken } from '#shared/session/session-token.ts';
import '#shared/site/site-api.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { ForgotPasswordPage } from '../routes/forgot-password-page.tsx';
import { LoginPage } from '../routes/login-page.tsx';
import { ResetPasswordPage } from '../routes/reset-password-page.tsx';

let store: ReturnType<typeof apiStore>;
let calls: { call: string; body: unknown }[];
let responses: Record<string, () => Response>;
const failure = (status: number, message: string) => () =>
  Response.json({ data: null, error: { status, name: 'ApplicationError', message } }, { status });

beforeEach(() => {
  store = apiStore();
  calls = [];
  responses = {
    'GET /api/site-setting': () => Response.json({ data: { id: 1, attributes: { show_auth: true } } }),
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname}`;
    const text = await request.text();
    if (call !== 'GET /api/site-setting')
      calls.push({
        call: call + decodeURIComponent(url.search),
        body: text === '' ? null : JSON.parse(text),
      });
    return (responses[call] ?? failure(500, 'down'))();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
});

const Place = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
};
const place = () => screen.getByTestId('place').textContent;
const open = (page: ReactNode, path: string) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={path.split('?')[0] ?? ''} element={page} />
          <Route path="*" element={null} />
        </Routes>
        <Place />
      </MemoryRouter>
    </Provider>,
  );
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const EMAIL_CHECK = 'GET /api/users?filters[email][$eq]=asha+1@rao.example&fields[0]=email';

describe('the forgot-password page', () => {
  const show = () => open(<ForgotPasswordPage />, '/forgot-password?next=%2Fsaved');

  it('has a link sent to an address that belongs to an account', async () => {
    responses['GET /api/users'] = () => Response.json([{ id: 0, email: 'asha+1@rao.example' }]);
    responses['POST /api/auth/forgot-password'] = () => Response.json({ ok: true });
    show();
    await type('Email', ' asha+1@rao.example ');
    await press('Send reset link');
    await screen.findByText('Password reset link sent successfully!');
    expect(calls).toEqual([
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
    expect(calls).toEqual([]);
  });

  it('says beside the field that an address belongs to nobody', async () => {
    responses['GET /api/users'] = () => Response.json([]);
    show();
    await type('Email', 'asha+1@rao.example');
    await press('Send reset link');
    expect((await screen.findByText("Email doesn't match our records.")).className).toBe('field__error');
    expect(calls.map(({ call }) => call)).toEqual([EMAIL_CHECK]);
  });

  it('says when the link cannot be sent', async () => {
    responses['GET /api/users'] = () => Response.json([{ id: 0, email: 'asha+1@rao.example' }]);
    responses['POST /api/auth/forgot-password'] = failure(429, 'Too many requests');
    show();
    await type('Email', 'asha+1@rao.example');
    await press('Send reset link');
    expect(await screen.findByText('Error sending password reset link.')).toBeTruthy();
  });

  it('does not exist where the site has no login', async () => {
    responses['GET /api/site-setting'] = () =>
      Response.json({ data: { id: 1, attributes: { show_auth: false } } });
    show();
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('leads who is logged in to where he came from', async () => {
    show();
    const session = { user: { id: 7, name: 'Asha' }, role: 4, expiresAt: null };
    act(() => void store.dispatch(startSession({ token: 't', session })));
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
    responses['POST /api/auth/reset-password'] = () => Response.json({ jwt: 't', user: { id: 7 } });
    open(<ResetPasswordPage />, '/reset-password?code=abc');
    await fill('a-new-one', 'a-new-one');
    await screen.findByText('Password reset successfully!');
    expect(calls).toEqual([
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
    expect(calls).toEqual([]);
  });

  it('shows a failure until it is closed', async () => {
    responses['POST /api/auth/reset-password'] = failure(400, 'Incorrect code provided');
    open(<ResetPasswordPage />, '/reset-password?code=abc');
    await fill('a-new-one', 'a-new-one');
    await screen.findByText('Error resetting password. Please try again.');
    await press('Close');
    expect(screen.queryByText('Error resetting password. Please try again.')).toBeNull();
  });

  it('offers a new link where the address has no code', () => {
    open(<ResetPasswordPage />, '/reset-password');
    expect(hrefOf('Have one sent to you')).toBe('/forgot-password');
  });
});

describe('the login page', () => {
  it('leads to a new password, and keeps the target', async () => {
    open(<LoginPage />, '/login?next=%2Fsaved');
    await screen.findByLabelText('Email Id');
    expect(hrefOf('Forgot password?')).toBe('/forgot-password?next=%2Fsaved');
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
    open(<LoginPage />, '/login?confirmed=1');
    const session = { user: { id: 7, name: 'Asha' }, role: 4, expiresAt: null };
    act(() => void store.dispatch(startSession({ token: 't', session })));
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

  it('sends a new link to who came by an invalid one', async () => {
    responses['POST /api/auth/send-email-confirmation'] = () =>
      Response.json({ email: 'asha@rao.example', sent: true });
    open(<LoginPage />, '/login?confirmation=invalid');
    await screen.findByText(/^This confirmation link is not valid/);
    await type('Email', 'asha@rao.example');
    await press('Send a new link');
    await screen.findByText('A new confirmation link is on its way.');
    expect(calls).toEqual([
      { call: 'POST /api/auth/send-email-confirmation', body: { email: 'asha@rao.example' } },
    ]);
  });
});
