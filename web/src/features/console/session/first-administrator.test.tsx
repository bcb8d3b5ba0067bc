// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionEnded } from '#shared/session/session-slice.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { StaffOnly } from './staff-only.tsx';

afterEach(leavePage);

const CHECK = 'GET /api/staff/first-administrator';
const COMMAND = 'npm run staff -- add you@example.com administrator';
const CUSTOMER = 4;
const open = (path: string) => showPage(<StaffOnly>{() => <p>Content</p>}</StaffOnly>, path);
const endResuming = (shown: ReturnType<typeof open>) => void shown.store.dispatch(sessionEnded());

describe('/console of a site without an administrator', () => {
  it('says how to make one, and goes on once there is one', async () => {
    let exists = false;
    stubServer({ [CHECK]: () => Response.json({ exists }) });
    endResuming(open('/console'));
    expect(await screen.findByText(COMMAND)).toBeTruthy();
    expect(place()).toBe('/console');
    exists = true;
    await press('I have done that');
    await waitFor(() => expect(place()).toMatch(/^\/login/));
  });

  it('says so to somebody who has registered as a customer, too', async () => {
    stubServer({ [CHECK]: () => Response.json({ exists: false }) });
    open('/console').logIn(CUSTOMER);
    expect(await screen.findByText(COMMAND)).toBeTruthy();
  });

  describe('opened by the link that the start of the site prints', () => {
    const TOKEN = 'a'.repeat(43);
    async function fill(password: string): Promise<void> {
      await type('Your name', 'Asha');
      await type('E-mail address', ' owner@x.in ');
      await type('Password', password);
      await type('Password again', password);
      await press('Make the administrator');
    }

    it('makes the administrator, and logs in', async () => {
      const jwt = `x.${btoa(JSON.stringify({ role: 11 }))}.x`;
      const user = { id: 7, first_name: 'Asha', last_name: null, username: null };
      const server = stubServer({
        [CHECK]: () => Response.json({ exists: false }),
        'POST /api/staff/first-administrator': () =>
          Response.json({ data: { email: 'owner@x.in' } }, { status: 201 }),
        'POST /api/auth/local': () => Response.json({ jwt, user }),
      });
      endResuming(open(`/console#first-administrator=${TOKEN}`));
      await screen.findByRole('heading', { name: 'Make the first administrator' });
      await fill('a long passphrase');
      expect(await screen.findByText('Content')).toBeTruthy();
      expect(place()).toBe('/console');
      expect(server.calls.find(({ call }) => call === 'POST /api/auth/local')?.body).toEqual({
        identifier: 'owner@x.in',
        password: 'a long passphrase',
      });
    });

    it('shows the login where that does not work at once', async () => {
      const server = stubServer({
        [CHECK]: () => Response.json({ exists: false }),
        'POST /api/staff/first-administrator': () =>
          Response.json({ data: { email: 'owner@x.in' } }, { status: 201 }),
      });
      endResuming(open(`/console#first-administrator=${TOKEN}`));
      expect(await screen.findByRole('heading', { name: 'Make the first administrator' })).toBeTruthy();
      await fill('short');
      expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
      await fill('a long passphrase');
      expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
      expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
        token: TOKEN,
        first_name: 'Asha',
        email: 'owner@x.in',
        password: 'a long passphrase',
      });
    });

    it('says that the link is void', async () => {
      stubServer({
        [CHECK]: () => Response.json({ exists: false }),
        'POST /api/staff/first-administrator': failure(410, 'This link is used or void.'),
      });
      endResuming(open(`/console#first-administrator=${TOKEN}`));
      await screen.findByRole('heading', { name: 'Make the first administrator' });
      await fill('a long passphrase');
      expect(await screen.findByText('This link is used or void.')).toBeTruthy();
    });

    it('is the command for what is no token', async () => {
      stubServer({ [CHECK]: () => Response.json({ exists: false }) });
      endResuming(open('/console#first-administrator=<script>'));
      expect(await screen.findByText(COMMAND)).toBeTruthy();
    });
  });

  it('is the login as ever where there is one, where the check fails, and on every other page', async () => {
    const server = stubServer({ [CHECK]: () => Response.json({ exists: true }) });
    endResuming(open('/console'));
    await waitFor(() => expect(place()).toMatch(/^\/login/));
    leavePage();
    stubServer({ [CHECK]: () => new Response(null, { status: 503 }) });
    endResuming(open('/console'));
    await waitFor(() => expect(place()).toMatch(/^\/login/));
    leavePage();
    const other = stubServer({ [CHECK]: () => Response.json({ exists: false }) });
    endResuming(open('/console/posts'));
    await waitFor(() => expect(place()).toMatch(/^\/login/));
    expect([server.calls.length, other.calls.length]).toEqual([1, 0]);
  });
});
