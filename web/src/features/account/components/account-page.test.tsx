// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logOut } from '#shared/session/session-sync.ts';
import { readToken } from '#shared/session/session-token.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { createLocks } from '../../../testing/web-locks.ts';
import { AccountPage } from '../routes/account-page.tsx';

let server: ReturnType<typeof stubServer>;
let user: Record<string, unknown>;
let sessions: object[];

const callsOf = (method: string) => server.calls.filter(({ call }) => call.startsWith(method));

beforeEach(() => {
  stubAntdBrowser();
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
  server = stubServer({
    'GET /api/users/me': () => Response.json(user),
    'GET /api/auth/sessions': () => Response.json(sessions),
    'POST /api/auth/refresh': () => Response.json({ jwt: 'renewed', user }),
  });
});
afterEach(() => {
  leavePage();
  Reflect.deleteProperty(navigator, 'locks');
});

function show(role = 4) {
  const page = showPage(<AccountPage />, '/account');
  page.logIn(role);
  return page;
}

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
    server.responses['PUT /api/users/7'] = () => {
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
    expect(callsOf('PUT')).toMatchObject([
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
    server.responses['PUT /api/users/7'] = failure(500, 'down');
    show();
    await press('Edit profile');
    await press('Save');
    expect(await screen.findByText('Profile update Failed!')).toBeTruthy();
  });

  it('changes the password, and goes on with the new token', async () => {
    server.responses['POST /api/auth/change-password'] = () => Response.json({ jwt: 'fresh', user });
    show();
    await press('Change password');
    await type('Current password', 'the-old-one');
    await type('New password', 'the-new-one');
    await type('Confirm password', 'the-new-one');
    await press('Change password');
    await screen.findByText('Password change successfully!');
    expect(readToken()).toBe('fresh');
    const tokensOf = (call: string) =>
      server.calls.flatMap((made) => (made.call === call ? [made.authorization] : []));
    await expect.poll(() => tokensOf('GET /api/users/me')).toEqual(['Bearer t', 'Bearer fresh']);
    expect(callsOf('POST').find(({ call }) => call.endsWith('change-password'))?.body).toEqual({
      currentPassword: 'the-old-one',
      password: 'the-new-one',
      passwordConfirmation: 'the-new-one',
    });
  });

  async function changePassword() {
    await press('Change password');
    await type('Current password', 'the-old-one');
    await type('New password', 'the-new-one');
    await type('Confirm password', 'the-new-one');
    await press('Change password');
  }

  it('changes the password although the access token has expired, under the lock that its renewal needs', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() });
    server.responses['POST /api/auth/change-password'] = ({ headers }) =>
      headers.get('authorization') === 'Bearer renewed'
        ? Response.json({ jwt: 'fresh', user })
        : failure(401, 'Missing or invalid credentials')();
    show();
    await screen.findByText('asha@rao.example');
    await changePassword();
    await screen.findByText('Password change successfully!');
    expect(readToken()).toBe('fresh');
    const changes = server.calls.filter(({ call }) => call === 'POST /api/auth/change-password');
    expect(changes.map(({ authorization }) => authorization)).toEqual(['Bearer t', 'Bearer renewed']);
  });

  it('stays logged out when a logout comes before the response to a change of the password', async () => {
    const response = Promise.withResolvers<Response>();
    server.responses['POST /api/auth/change-password'] = () => response.promise;
    server.responses['POST /api/auth/logout'] = () => Response.json({});
    const { store } = show();
    await screen.findByText('asha@rao.example');
    await changePassword();
    await expect.poll(() => callsOf('POST /api/auth/change-password')).toHaveLength(1);
    const left = store.dispatch(logOut());
    response.resolve(Response.json({ jwt: 'fresh', user }));
    await left;
    await expect.poll(() => callsOf('POST /api/auth/logout')).toHaveLength(1);
    expect([readToken(), store.getState().session.session]).toEqual([null, null]);
  });

  it("shows the server's own message when the password cannot be changed", async () => {
    server.responses['POST /api/auth/change-password'] = failure(
      400,
      'The provided current password is invalid',
    );
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
    server.responses['POST /api/auth/logout-others'] = () => {
      sessions = sessions.slice(0, 1);
      return new Response(null, { status: 204 });
    };
    show();
    await screen.findByText('Another browser');
    await press('Log out everywhere else');
    await screen.findByText('You are logged out everywhere else');
    await expect.poll(() => screen.queryByText('Another browser')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });
});
