// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '#shared/session/session-sync.ts';
import { readToken, setToken } from '#shared/session/session-token.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { AccountPage } from '../routes/account-page.tsx';

let store: ReturnType<typeof apiStore>;
let calls: { call: string; body: unknown; authorization: string | null }[];
let responses: Record<string, () => Response>;
let user: Record<string, unknown>;
let sessions: object[];

const failure = (status: number, message: string) => () =>
  Response.json({ data: null, error: { status, name: 'ValidationError', message } }, { status });
const callsOf = (method: string) => calls.filter(({ call }) => call.startsWith(method));

beforeEach(() => {
  stubAntdBrowser();
  store = apiStore();
  calls = [];
  user = {
    id: 7,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@rao.example',
    mobile: '9876543210',
  };
  sessions = [
    { isCurrent: true, lastUsedAt: '2026-11-20T04:30:00.000Z', endsAt: '2026-12-20T04:30:00.000Z' },
    { isCurrent: false, lastUsedAt: '2026-11-19T04:30:00.000Z', endsAt: '2026-12-19T04:30:00.000Z' },
  ];
  responses = {
    'GET /api/users/me': () => Response.json(user),
    'GET /api/auth/sessions': () => Response.json(sessions),
    'POST /api/auth/refresh': () => Response.json({ jwt: 'renewed', user }),
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    calls.push({
      call,
      body: text === '' ? null : JSON.parse(text),
      authorization: request.headers.get('authorization'),
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

function show(role = 4) {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/account']}>
        <AccountPage />
      </MemoryRouter>
    </Provider>,
  );
  const session = { user: { id: 7, name: 'Asha Rao' }, role, expiresAt: null };
  act(() => void store.dispatch(startSession({ token: 't', session })));
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

describe('the account page', () => {
  it.each([
    [4, ['Profile Details', 'My Order']],
    [5, ['Profile Details']],
  ])('has for role %i the tabs %s', async (role, tabs) => {
    show(role);
    await screen.findByText('asha@rao.example');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(tabs);
  });

  it('changes the names alone, says so, and shows them', async () => {
    responses['PUT /api/users/7'] = () => {
      user = { ...user, first_name: 'Usha' };
      return Response.json(user);
    };
    show();
    await press('Edit profile');
    expect(screen.queryByLabelText('Email')).toBeNull();
    await type('First name', ' Usha ');
    await press('Save');
    await screen.findByText('Profile update successfully!');
    expect(await screen.findByText('Usha')).toBeTruthy();
    expect(callsOf('PUT')).toEqual([
      {
        call: 'PUT /api/users/7',
        body: { first_name: 'Usha', last_name: 'Rao' },
        authorization: 'Bearer t',
      },
    ]);
  });

  it('needs both names, and goes back to reading on cancel', async () => {
    show();
    await press('Edit profile');
    await type('Last name', ' ');
    await press('Save');
    await screen.findByText('Last name is required');
    await press('Cancel');
    expect(await screen.findByText('Rao')).toBeTruthy();
    expect(callsOf('PUT')).toEqual([]);
  });

  it('says when the update failed', async () => {
    responses['PUT /api/users/7'] = failure(500, 'down');
    show();
    await press('Edit profile');
    await press('Save');
    expect(await screen.findByText('Profile update Failed!')).toBeTruthy();
  });

  it('changes the password, and goes on with the new token', async () => {
    responses['POST /api/auth/change-password'] = () => Response.json({ jwt: 'fresh', user });
    show();
    await press('Change password');
    await type('Current password', 'the-old-one');
    await type('New password', 'the-new-one');
    await type('Confirm password', 'the-new-one');
    await press('Change password');
    await screen.findByText('Password change successfully!');
    expect(readToken()).toBe('fresh');
    expect(callsOf('POST').find(({ call }) => call.endsWith('change-password'))?.body).toEqual({
      currentPassword: 'the-old-one',
      password: 'the-new-one',
      passwordConfirmation: 'the-new-one',
    });
  });

  it("shows the server's own message when the password cannot be changed", async () => {
    responses['POST /api/auth/change-password'] = failure(400, 'The provided current password is invalid');
    show();
    await press('Change password');
    await type('Current password', 'not-the-old-one');
    await type('New password', 'the-new-one');
    await type('Confirm password', 'the-new-one');
    await press('Change password');
    expect(await screen.findByText('The provided current password is invalid')).toBeTruthy();
    expect(readToken()).toBe('t');
  });

  it('lists the sessions, and ends all others', async () => {
    responses['POST /api/auth/logout-others'] = () => {
      sessions = sessions.slice(0, 1);
      return new Response(null, { status: 204 });
    };
    show();
    await screen.findByText('Another browser');
    await press('End all others');
    await screen.findByText('All other sessions have ended');
    await expect.poll(() => screen.queryByText('Another browser')).toBeNull();
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });
});
