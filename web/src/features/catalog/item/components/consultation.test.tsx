// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStarted } from '#shared/session/session-slice.ts';
import { setToken } from '#shared/session/session-token.ts';
import { apiStore } from '../../../../testing/api-store.ts';
import { aProfile } from '../../../../testing/fake-catalogue.ts';
import { toProfileItem, type WireProfile } from '../item.ts';
import { Consultation } from './consultation.tsx';

const wire = aProfile(7, { Title: 'Asha Rao' });
const profile = toProfileItem({ ...wire, attributes: wire.attributes as unknown as WireProfile }, 'lawyers');
const MEMBER = { user: { id: 3, name: 'Nila Das' }, role: null, expiresAt: null };

let showAuth: boolean;
let isFailing: boolean;
let store: ReturnType<typeof apiStore>;

beforeEach(() => {
  [showAuth, isFailing, store] = [true, false, apiStore()];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (new URL(url).pathname === '/api/site-setting')
      return Response.json({ data: { id: 1, attributes: { show_auth: showAuth } } });
    return isFailing ? Response.json({}, { status: 500 }) : Response.json({ data: [wire] });
  });
});
afterEach(() => {
  cleanup();
  setToken(null);
  vi.unstubAllGlobals();
});

const show = (contactPath?: string) =>
  render(
    <Provider store={store}>
      <Consultation profile={profile} {...(contactPath === undefined ? {} : { contactPath })} />
    </Provider>,
  );
const logIn = () => {
  setToken('t');
  store.dispatch(sessionStarted(MEMBER));
};

describe('Consultation', () => {
  it('links the login page, which leads back, for anonymous visitors', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Contact for Consultation' });
    expect(link.getAttribute('href')).toMatch(/^\/login\?next=%2Fcatalogs%2Flawyers%2F7%2F/);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('renders nothing for anonymous visitors where login is disabled', async () => {
    showAuth = false;
    const { container } = show();
    await expect.poll(() => Object.values(store.getState().api.queries)[0]?.status).toBe('fulfilled');
    expect(container.innerHTML).toBe('');
  });

  it('shows the contact facts to members', async () => {
    logIn();
    show();
    expect(await screen.findByRole('cell', { name: 'KER/1234/2001' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '9876543210' }).getAttribute('href')).toBe('tel:9876543210');
    expect(screen.getByRole('row', { name: 'Hourly Charge ₹7,777' })).toBeTruthy();
  });

  it('links the page with the contact facts alone for members, except on that page', async () => {
    logIn();
    show('/payment/lawyers/7/asha-rao');
    const link = await screen.findByRole('link', { name: 'Contact' });
    expect(link.getAttribute('href')).toBe('/payment/lawyers/7/asha-rao');
    cleanup();
    show();
    await screen.findByRole('cell', { name: 'KER/1234/2001' });
    expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
  });

  it('shows them to the owner of a profile that waits for approval', async () => {
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      const isByOwner = new URL(url).searchParams.get('filters[users_permissions_user][id][$eq]') === '3';
      return Response.json({ data: isByOwner ? [wire] : [] });
    });
    logIn();
    show();
    expect(await screen.findByRole('cell', { name: 'KER/1234/2001' })).toBeTruthy();
  });

  it('shows no facts of another profile', async () => {
    const other = { ...wire, id: 8 };
    vi.stubGlobal('fetch', async () => Response.json({ data: [other] }));
    logIn();
    show();
    expect(await screen.findByText('We could not show the contact details just now.')).toBeTruthy();
  });

  it('requests the facts again after a failure', async () => {
    isFailing = true;
    logIn();
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isFailing = false;
    fireEvent.click(retry);
    expect(await screen.findByRole('cell', { name: 'KER/1234/2001' })).toBeTruthy();
  });
});
