// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '#shared/session/session-sync.ts';
import { readToken, setToken } from '#shared/session/session-token.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { AccountPage } from '../routes/account-page.tsx';
import { ErasePage } from '../routes/erase-page.tsx';

let store: ReturnType<typeof apiStore>;
let calls: { call: string; body: unknown }[];
let responses: Record<string, () => Response>;

beforeEach(() => {
  stubAntdBrowser();
  store = apiStore();
  calls = [];
  responses = {
    'GET /api/users/me': () => Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao' }),
    'GET /api/auth/sessions': () => Response.json([]),
    'GET /api/users/me/export': () => new Response('{"account":{"id":7}}'),
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    calls.push({ call, body: text === '' ? null : JSON.parse(text) });
    const failed = { data: null, error: { status: 400, name: 'ValidationError', message: 'Wrong password' } };
    return (responses[call] ?? (() => Response.json(failed, { status: 400 })))();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(page: ReactNode) {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/account']}>{page}</MemoryRouter>
    </Provider>,
  );
  const session = { user: { id: 7, name: 'Asha Rao' }, role: 4, expiresAt: null };
  act(() => void store.dispatch(startSession({ token: 't', session })));
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const bodyOf = (name: string) => calls.find(({ call }) => call === name)?.body;

describe('the data of an account', () => {
  it('is saved as a file', async () => {
    const files: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          void blob.text().then((text) => files.push(text));
          return 'blob:file';
        },
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    show(<AccountPage />);
    await press('Export my data');
    await expect.poll(() => files).toEqual(['{"account":{"id":7}}']);
    expect(click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
      'my-account.json',
    ]);
  });

  it('says when it cannot be exported', async () => {
    responses['GET /api/users/me/export'] = () => new Response('', { status: 503 });
    show(<AccountPage />);
    await press('Export my data');
    expect(await screen.findByText('Your data could not be exported. Please try again.')).toBeTruthy();
  });

  it('leads to its erasure', async () => {
    show(<AccountPage />);
    const link = await screen.findByRole('link', { name: 'Erase my account' });
    expect(link.getAttribute('href')).toBe('/account/erase');
  });
});

describe('the erasure page', () => {
  it('erases with the password and a confirmation, and logs out', async () => {
    responses['POST /api/users/me/erasure'] = () => new Response(null, { status: 204 });
    show(<ErasePage />);
    await press('Erase my account');
    await expect.poll(() => screen.queryAllByText(/Current password is required/).length).toBe(2);
    expect(bodyOf('POST /api/users/me/erasure')).toBeUndefined();
    await type('Current password', 'the-first-one');
    fireEvent.click(screen.getByLabelText(/^I want to erase/));
    await press('Erase my account');
    await screen.findByText('Your account has been erased.');
    expect(bodyOf('POST /api/users/me/erasure')).toEqual({ currentPassword: 'the-first-one' });
    expect(readToken()).toBeNull();
  });

  it("shows the server's message for a wrong password", async () => {
    show(<ErasePage />);
    await type('Current password', 'wrong');
    fireEvent.click(screen.getByLabelText(/^I want to erase/));
    await press('Erase my account');
    expect(await screen.findByText('Wrong password')).toBeTruthy();
    expect(readToken()).toBe('t');
  });
});

describe('a new email address', () => {
  it('is asked for with the password, and confirmed by a mail', async () => {
    responses['POST /api/auth/change-email'] = () => Response.json({ sent: true });
    show(<AccountPage />);
    await press('Change email');
    await press('Send link');
    await expect.poll(() => screen.queryAllByText(/Email is required/).length).toBe(2);
    await type('New email', ' new@rao.example ');
    await type('Current password', 'the-first-one');
    await press('Send link');
    await screen.findByText('We have mailed you a link. Open it to change your email address.');
    expect(bodyOf('POST /api/auth/change-email')).toEqual({
      email: 'new@rao.example',
      currentPassword: 'the-first-one',
    });
  });
});
