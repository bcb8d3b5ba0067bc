// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { createLocks } from '../../../testing/web-locks.ts';
import { ClaimPage } from './claim-page.tsx';

const PATH = '/account/claim?code=a-token';
const OFFERED = {
  title: 'Adv. Asha Rao',
  kind: 'lawyer',
  address: 'a•••@rao.example',
  expires_at: '2026-12-30T06:30:00.000Z',
};
const USER = { id: 7, first_name: 'Asha', last_name: 'Rao', email: 'asha@rao.example' };

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  server = stubServer({
    'POST /api/auth/profile-invitation': () => Response.json({ data: { state: 'open', offered: OFFERED } }),
    'POST /api/auth/claim-profile': () => Response.json({ jwt: 'new-token', user: USER }),
  });
});
afterEach(() => {
  leavePage();
  Reflect.deleteProperty(navigator, 'locks');
});

const claims = () => server.calls.filter(({ call }) => call === 'POST /api/auth/claim-profile');
const tick = async (name: RegExp) => fireEvent.click(await screen.findByRole('checkbox', { name }));

describe('/account/claim', () => {
  it('claims the profile once both declarations are made, and not before', async () => {
    showPage(<ClaimPage />, PATH).logIn(4);
    await screen.findByText('Adv. Asha Rao');
    await screen.findByText('You are logged in as Asha Rao.');
    await press('Claim this profile');
    await screen.findByText('Accept the declaration');
    expect(claims()).toEqual([]);
    await tick(/I declare that/);
    await tick(/I accept the/);
    await press('Claim this profile');
    await screen.findByText('The profile is yours now.');
    expect(claims()).toMatchObject([
      { body: { token: 'a-token', declaration: true, accept_legal_agreement: true } },
    ]);
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/account');
  });

  it('leads visitors to the login and the registration, and both back to it', async () => {
    const { store } = showPage(<ClaimPage />, PATH);
    act(() => void store.dispatch(sessionEnded()));
    const target = '?next=%2Faccount%2Fclaim%3Fcode%3Da-token';
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe(
      `/login${target}`,
    );
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(`/signup${target}`);
    expect(claims()).toEqual([]);
  });

  it('says why the service rejects a claim, and offers it again', async () => {
    const text = 'We sent this invitation to another email address.';
    server.responses['POST /api/auth/claim-profile'] = failure(403, text);
    showPage(<ClaimPage />, PATH).logIn(4);
    await tick(/I declare that/);
    await tick(/I accept the/);
    await press('Claim this profile');
    await screen.findByText(text);
    expect(screen.getByRole('button', { name: 'Claim this profile' })).toBeTruthy();
  });

  it.each([
    ['expired', 'This invitation has expired.'],
    ['gone', 'This profile was removed from our directory.'],
    ['taken', 'This profile has already been claimed.'],
  ])('says that the link is %s', async (state, text) => {
    server.responses['POST /api/auth/profile-invitation'] = () =>
      Response.json({ data: { state, offered: null } });
    showPage(<ClaimPage />, PATH).logIn(4);
    await screen.findByText(text);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has nothing to claim without a token', async () => {
    showPage(<ClaimPage />, '/account/claim');
    await screen.findByText(/^This link is not valid any more/);
    expect(server.calls).toEqual([]);
  });
});
