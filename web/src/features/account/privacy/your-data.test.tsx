// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readToken } from '#shared/session/session-token.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, recordSavedFiles, showPage, type } from '../../../testing/show-page.tsx';
import { AccountPage } from '../routes/account-page.tsx';
import { ErasePage } from '../routes/erase-page.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  stubAntdBrowser();
  server = stubServer({
    'GET /api/users/me': () => Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao' }),
    'GET /api/auth/sessions': () => Response.json([]),
    'GET /api/users/me/export': () => new Response('{"account":{"id":7}}'),
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
    'POST /api/users/me/erasure': failure(400, 'Wrong password'),
  });
});
afterEach(leavePage);

const show = (page: ReactNode) => showPage(page, '/account').logIn(4);
const bodyOf = (name: string) => server.calls.find(({ call }) => call === name)?.body;

describe('the data of an account', () => {
  it('is saved as a file', async () => {
    const files = recordSavedFiles();
    show(<AccountPage />);
    await press('Export my data');
    await expect.poll(() => files).toEqual([{ name: 'my-account.json', text: '{"account":{"id":7}}' }]);
  });

  it('says when it cannot be exported', async () => {
    server.responses['GET /api/users/me/export'] = () => new Response('', { status: 503 });
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
    server.responses['POST /api/users/me/erasure'] = () => new Response(null, { status: 204 });
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
    server.responses['POST /api/auth/change-email'] = () => Response.json({ sent: true });
    show(<AccountPage />);
    await press('Change email');
    await press('Send link');
    await expect.poll(() => screen.queryAllByText(/Email is required/).length).toBe(2);
    await type('New email', ' new@rao.example ');
    await type('Current password', 'the-first-one');
    await press('Send link');
    await screen.findByText('We have mailed a link to the new address, and a notice to the present one.');
    expect(bodyOf('POST /api/auth/change-email')).toEqual({
      email: 'new@rao.example',
      currentPassword: 'the-first-one',
    });
  });
});
