import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findFirstAdministratorLink } from '../src/first-administrator.mjs';

async function find(status: number, body: unknown): Promise<unknown> {
  const server = createServer((request, response) => {
    const isExpected =
      request.method === 'POST' &&
      request.url === '/internal/first-administrator-link' &&
      request.headers['x-service-token'] === 't';
    response.writeHead(isExpected ? status : 500).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const accountsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return findFirstAdministratorLink({ accountsUrl, gatewayUrl: 'http://127.0.0.1:8080', serviceToken: 't' });
}

it('returns the page on this machine with the token in the fragment, which is sent to nobody', async () => {
  const link = { token: 'abc', expires_at: '2026-11-29T10:00:00.000Z' };
  expect(await find(200, { data: link })).toEqual({
    url: 'http://127.0.0.1:8080/console#first-administrator=abc',
    expiresAt: new Date(link.expires_at),
  });
});

it('is null for a site that has an administrator, and while accounts is unavailable', async () => {
  expect(await find(200, { data: null })).toBeNull();
  expect(await find(503, {})).toBeNull();
  const away = { accountsUrl: 'http://127.0.0.1:9', gatewayUrl: '', serviceToken: 't' };
  expect(await findFirstAdministratorLink(away)).toBeNull();
});
