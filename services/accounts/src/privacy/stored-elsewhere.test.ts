import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStoredElsewhere } from './stored-elsewhere.ts';

let server: Server;
let url: string;
let requests: string[];
let responses: Record<string, object>;
beforeEach(async () => {
  requests = [];
  responses = {
    '/internal/users/7/profile': {
      profile: { id: 12 },
      profileReview: { decisions: [] },
      pictures: [{ id: 3 }],
    },
    '/internal/profile-invitations/of-address': { profileInvitations: [{ profile: 'Adv. Rao' }] },
    '/internal/profile-invitations/erasure': {},
    '/internal/users/7/data': { cart: [{ bookId: 1 }], orders: [{ id: 9 }] },
    '/internal/personal-data': {
      newsletter: { state: 'CONFIRMED' },
      contactMessages: [{ subject: 'Q' }],
      grievances: [{ number: 'GR-0007' }],
    },
    '/internal/personal-data/erasure': {},
  };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${String(request.headers['x-service-token'])} ${body}`);
      const reply = responses[request.url ?? ''];
      response.writeHead(reply === undefined ? 503 : 200).end(JSON.stringify(reply ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const elsewhere = () =>
  createStoredElsewhere({ catalogUrl: url, cartOrdersUrl: url, notifyUrl: url }, 'token');
const USER = { id: 7, email: 'asha@example.in', confirmed: true };

it('joins what the services store about a person', async () => {
  expect(await elsewhere().find(USER)).toEqual({
    profile: { id: 12 },
    profileReview: { decisions: [] },
    pictures: [{ id: 3 }],
    profileInvitations: [{ profile: 'Adv. Rao' }],
    cart: [{ bookId: 1 }],
    orders: [{ id: 9 }],
    newsletter: { state: 'CONFIRMED' },
    contactMessages: [{ subject: 'Q' }],
    grievances: [{ number: 'GR-0007' }],
  });
  expect(requests).toContain('POST /internal/personal-data token {"email":"asha@example.in"}');
});

it('erases what notify and catalog store under the address', async () => {
  await elsewhere().erase(USER);
  expect(requests).toEqual([
    'POST /internal/personal-data/erasure token {"email":"asha@example.in"}',
    'POST /internal/profile-invitations/erasure token {"email":"asha@example.in"}',
  ]);
});

it('is empty where the site runs without those services', async () => {
  const none = { catalogUrl: undefined, cartOrdersUrl: undefined, notifyUrl: undefined };
  const { find, erase } = createStoredElsewhere(none, 'token');
  await erase(USER);
  expect(await find(USER)).toEqual({
    profile: null,
    profileReview: null,
    pictures: [],
    profileInvitations: [],
    cart: [],
    orders: [],
    newsletter: null,
    contactMessages: [],
    grievances: [],
  });
});

it('rejects with 503 while a service is unavailable, so that no export is incomplete and no erasure', async () => {
  delete responses['/internal/users/7/data'];
  delete responses['/internal/personal-data/erasure'];
  await expect(elsewhere().find(USER)).rejects.toMatchObject({ status: 503 });
  await expect(elsewhere().erase(USER)).rejects.toMatchObject({ status: 503 });
});

it('neither shows nor erases what is stored under an address that the account has not confirmed', async () => {
  const unconfirmed = { ...USER, confirmed: false };
  expect(await elsewhere().find(unconfirmed)).toMatchObject({ newsletter: null, contactMessages: [] });
  await elsewhere().erase(unconfirmed);
  expect(requests.filter((request) => request.includes('profile-invitations'))).toEqual([]);
  expect(requests.filter((request) => request.includes('personal-data'))).toEqual([]);
});
