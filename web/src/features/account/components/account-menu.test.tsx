// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSession, loseSession, startSession } from '#shared/session/session-sync.ts';
import { readToken, setToken } from '#shared/session/session-token.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { Provider } from 'react-redux';
import { SESSION_HINT_KEY } from '#shared/session/session-hint.ts';
import { AccountMenu } from './account-menu.tsx';

const user = { id: 7, first_name: 'Asha', last_name: 'Rao', username: 'asha-1' };
const asha = {
  token: 't',
  session: { user: { id: 7, name: 'Asha Rao' }, role: null, expiresAt: null },
};
let store: ReturnType<typeof apiStore>;

const onLogout = vi.fn();
let requested: string[];
let respond: () => Response;
beforeEach(() => {
  store = apiStore();
  requested = [];
  respond = () => Response.json({ jwt: 'new', user });
  vi.stubGlobal('fetch', async (request: Request) => {
    requested.push(new URL(request.url).pathname);
    return respond();
  });
});
afterEach(() => {
  cleanup();
  onLogout.mockClear();
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
});

const show = (path = '/catalogs/lawyers?page=2', hasLogin = true) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <AccountMenu hasLogin={hasLogin} onLogout={onLogout} />
      </MemoryRouter>
    </Provider>,
  );
const login = () => screen.getByRole('link', { name: 'Log in' });
const account = () => screen.findByRole('button', { name: 'Account of Asha Rao' });
/** Within the closed menu: what opens it is the browser's. */
const logout = () => screen.findByRole('button', { name: 'Log out', hidden: true });

describe('the account menu', () => {
  it('leads to the login page and back to this one, and asks nothing', () => {
    show();
    expect(login().getAttribute('href')).toBe('/login?next=%2Fcatalogs%2Flawyers%3Fpage%3D2');
    expect(requested).toEqual([]);
  });
  it('leads from the login page to where that leads already', () => {
    show('/login?next=%2Fsaved');
    expect(login().getAttribute('href')).toBe('/login?next=%2Fsaved');
  });
  it('is not there where the site has no login', () => {
    const { container } = show('/', false);
    expect(container.innerHTML).toBe('');
  });
  it('shows who is logged in once the session of the browser is there again', async () => {
    localStorage.setItem(SESSION_HINT_KEY, 'in');
    show();
    expect(login()).toBeTruthy();
    const stop = store.dispatch(keepSession());
    await account();
    stop();
    expect([requested, readToken()]).toEqual([['/api/auth/refresh'], 'new']);
  });
  it('opens a menu under the name, and stays logged in', async () => {
    show();
    act(() => store.dispatch(startSession(asha)));
    const button = await account();
    expect(button.getAttribute('popovertarget')).toBe((await logout()).parentElement?.id);
    fireEvent.click(button);
    expect([readToken(), onLogout.mock.calls]).toEqual(['t', []]);
  });
  it.each([
    [4, 'no link', 0],
    [10, 'a link', 1],
    [11, 'a link', 1],
  ])('has for role %i %s to the console', async (role, _name, count) => {
    show();
    act(() => store.dispatch(startSession({ ...asha, session: { ...asha.session, role } })));
    await logout();
    const links = screen.queryAllByRole('link', { name: 'Console', hidden: true });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(count).fill('/console'));
  });
  it('logs out, says so, and gives the focus away', async () => {
    show();
    act(() => store.dispatch(startSession(asha)));
    respond = () => new Response(null, { status: 204 });
    fireEvent.click(await logout());
    expect(await screen.findByText('You are logged out')).toBeTruthy();
    expect(login()).toBeTruthy();
    expect(onLogout).toHaveBeenCalledOnce();
    await expect.poll(() => localStorage.getItem(SESSION_HINT_KEY)).toBeNull();
    expect([requested, readToken()]).toEqual([['/api/auth/logout'], null]);
  });
  it('tells that the session has ended, with a way back in, until it is read', async () => {
    show();
    act(() => store.dispatch(startSession(asha)));
    await logout();
    act(() => store.dispatch(loseSession()));
    expect(screen.getByText('Your session has ended.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toContain('/login?next=');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Your session has ended.')).toBeNull();
    expect(login()).toBeTruthy();
  });
});
