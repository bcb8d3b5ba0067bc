import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailRequestResolver } from './mail-request-resolver.ts';

const MAIL = { template: 'email-confirmation', to: null, values: { first_name: 'Asha' }, link: null };
/** The id of a request is the status of its response. */
const server = createServer((request, response) => {
  response.statusCode = Number(request.url?.split('/').at(-1));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(MAIL));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('resolves with a mail, with null for a void one, and rejects before its time and in an outage', async () => {
  const accountsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resolve = createMailRequestResolver({ accountsUrl, serviceToken: 's'.repeat(32) });
  expect(await resolve('200')).toEqual({ to: null, values: { first_name: 'Asha' }, link: null });
  expect(await resolve('410')).toBeNull();
  await expect(resolve('425')).rejects.toMatchObject({ name: 'TooEarly' });
  await expect(resolve('503')).rejects.toMatchObject({ name: 'ServiceError', status: 503 });
});
