// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer({});
});
afterEach(leavePage);

const open = (path: string, query: string) => showPage(<MailedLinkPage path={path} />, `${path}${query}`);
const done = (already: boolean) => () => Response.json({ done: true, already });

const PAGES = [
  {
    path: '/confirm-email',
    query: '?confirmation=a-token',
    call: { call: 'POST /api/auth/email-confirmation', body: { confirmation: 'a-token' } },
    button: 'Confirm email address',
    success: 'Your email address is confirmed.',
    already: 'Your email address is confirmed already.',
  },
  {
    path: '/confirm-email-change',
    query: '?confirmation=a-token',
    call: { call: 'POST /api/auth/email-change-confirmation', body: { confirmation: 'a-token' } },
    button: 'Use this email address',
    success: 'Your account now has the new email address.',
    already: 'Your account has this email address already.',
  },
  {
    path: '/stop-email-change',
    query: '?stop=a-token',
    call: { call: 'POST /api/auth/stop-email-change', body: { code: 'a-token' } },
    button: 'Stop the change',
    success: 'The change is stopped. Your account has the same email address as before.',
    already: 'No change of your email address is pending.',
  },
] as const;

describe.each(PAGES)('the page $path', ({ path, query, call, button, success, already }) => {
  it('sends the token when the button is pressed, and nothing before', async () => {
    server.responses[call.call] = done(false);
    open(path, query);
    await screen.findByRole('button', { name: button });
    expect(server.calls).toEqual([]);
    await press(button);
    await screen.findByText(success);
    expect(server.calls).toMatchObject([call]);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  it('says when it had been done before', async () => {
    server.responses[call.call] = done(true);
    open(path, query);
    await press(button);
    expect(await screen.findByText(already)).toBeTruthy();
  });

  it('says when the link is not valid', async () => {
    server.responses[call.call] = failure(400, 'Invalid token');
    open(path, query);
    await press(button);
    await screen.findByText('This link is not valid any more.');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  it('offers the button again when the servers do not respond', async () => {
    server.responses[call.call] = () => new Response('', { status: 503 });
    open(path, query);
    await press(button);
    await screen.findByText('Our servers did not answer. Please try again in a moment.');
    server.responses[call.call] = done(false);
    await press(button);
    expect(await screen.findByText(success)).toBeTruthy();
  });

  it('has no button without a token', async () => {
    open(path, '');
    await screen.findByText('This link is not valid any more.');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });
});

it('sends a new confirmation link to who came by an invalid one', async () => {
  server.responses['POST /api/auth/send-email-confirmation'] = () =>
    Response.json({ email: 'asha@rao.example', sent: true });
  open('/confirm-email', '');
  await type('Email', 'asha@rao.example');
  await press('Send a new link');
  await screen.findByText(/^A new confirmation link is on its way/);
  expect(server.calls).toMatchObject([
    { call: 'POST /api/auth/send-email-confirmation', body: { email: 'asha@rao.example' } },
  ]);
});

it('says that the new address was taken meanwhile', async () => {
  server.responses['POST /api/auth/email-change-confirmation'] = failure(400, 'Email already taken');
  open('/confirm-email-change', '?confirmation=a-token');
  await press('Use this email address');
  expect(await screen.findByText('Another account has this email address now.')).toBeTruthy();
});
