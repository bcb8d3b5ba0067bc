import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceClient, servicePath, ServiceError, type ServiceClient } from './service-client.ts';

const Count = Type.Object({ count: Type.Integer() });

let requests: { method: string | undefined; url: string | undefined; token: unknown; body: string }[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let server: ReturnType<typeof createServer>;
let url: string;
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      requests.push({
        method: request.method,
        url: request.url,
        token: request.headers['x-service-token'],
        body,
      });
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const aClient = (timeoutMs = 10_000) => createServiceClient({ url, serviceToken: 'token', timeoutMs });
const respondWith = (status: number, body: string): void => {
  respond = (_request, response) => void response.writeHead(status).end(body);
};
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
const CALLS: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ['get', (client) => client.get('/internal/books/17?x=1', Count)],
  ['find', (client) => client.find('/internal/books/17?x=1', Count)],
  ['post', (client) => client.post('/internal/books/17?x=1', Count, { id: 1 })],
  ['send', (client) => client.send('/internal/books/17?x=1', { id: 1 })],
  ['findFile', (client) => client.findFile('/internal/books/17?x=1')],
];

describe('a client of a service', () => {
  it('sends its token, and reads what the schema names', async () => {
    respondWith(200, '{"count":2,"other":1}');
    const client = aClient();
    expect(await client.get('/internal/a', Count)).toMatchObject({ count: 2 });
    expect(await client.find('/internal/b', Count)).toMatchObject({ count: 2 });
    expect(await client.post('/internal/c', Count, { id: 7 })).toMatchObject({ count: 2 });
    expect(await client.send('/internal/d')).toBeUndefined();
    expect(await client.findFile('/internal/e')).toEqual(Buffer.from('{"count":2,"other":1}'));
    const token = 'token';
    expect(requests).toEqual([
      { method: 'GET', url: '/internal/a', token, body: '' },
      { method: 'GET', url: '/internal/b', token, body: '' },
      { method: 'POST', url: '/internal/c', token, body: '{"id":7}' },
      { method: 'POST', url: '/internal/d', token, body: '' },
      { method: 'GET', url: '/internal/e', token, body: '' },
    ]);
  });

  it('finds nothing where there is nothing', async () => {
    respondWith(404, '{}');
    expect(await aClient().find('/internal/a', Count)).toBeNull();
    expect(await aClient().findFile('/internal/a')).toBeNull();
    expect(await failureOf(aClient().get('/internal/a', Count))).toMatchObject({ status: 404 });
    expect(await failureOf(aClient().post('/internal/a', Count))).toMatchObject({ status: 404 });
  });

  it.each(CALLS)('rejects %s with the status, and without the ids of the path', async (_name, call) => {
    respondWith(500, '{}');
    const failure = await failureOf(call(aClient()));
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ status: 500, message: '/internal/books responded 500' });
  });

  it.each(CALLS.slice(0, 3))('rejects %s whose response has another form', async (_name, call) => {
    for (const body of ['{"count":"many"}', '<html>', '']) {
      respondWith(200, body);
      expect(await failureOf(call(aClient()))).toMatchObject({ name: 'ServiceError', status: null });
    }
  });

  it.each(CALLS)('rejects %s without a response in time, or at all', async (_name, call) => {
    respond = () => undefined;
    expect(await failureOf(call(aClient(30)))).toBeInstanceOf(ServiceError);
    const nobody = createServiceClient({
      url: 'http://127.0.0.1:9',
      serviceToken: 'token',
      timeoutMs: 5_000,
    });
    expect(await failureOf(call(nobody))).toBeInstanceOf(ServiceError);
  });

  it('has a deadline for the body, too', async () => {
    respond = (_request, response) => void response.writeHead(200).write('{"count"');
    expect(await failureOf(aClient(60).get('/internal/a', Count))).toBeInstanceOf(ServiceError);
  });

  it('does not carry its token to another address', async () => {
    respond = (request, response) =>
      void (request.url === '/internal/a'
        ? response.writeHead(307, { location: '/elsewhere' }).end()
        : response.end('{"count":1}'));
    expect(await failureOf(aClient().get('/internal/a', Count))).toBeInstanceOf(ServiceError);
    expect(requests).toHaveLength(1);
  });

  it.each(['.', '..'])('sends nothing for the id %j, which would lead to another path', async (id) => {
    respond = (_request, response) => void response.end('{"count":1}');
    const client = aClient();
    expect(await client.find(servicePath`/internal/users/${id}/contact`, Count)).toBeNull();
    expect(await client.findFile(servicePath`/internal/files/${id}`)).toBeNull();
    for (const call of [
      client.get(servicePath`/internal/users/${id}?a=1`, Count),
      client.post(servicePath`/internal/users/${id}`, Count),
      client.send(servicePath`/internal/users/${id}/refund`),
    ])
      expect(await failureOf(call)).toMatchObject({ name: 'ServiceError', status: 404 });
    expect(requests).toEqual([]);
  });

  it('rejects with the error of its owner', async () => {
    respondWith(500, '');
    const client = createServiceClient({
      url,
      serviceToken: 'token',
      timeoutMs: 10_000,
      toError: (cause) => new TypeError('try again', { cause }),
    });
    const failure = await failureOf(client.get('/internal/a', Count));
    expect(failure).toMatchObject({ name: 'TypeError', cause: { status: 500 } });
  });
});

it('encodes the values of a path', () => {
  expect(servicePath`/internal/users/${7}/mails/${'a/b?c'}`).toBe('/internal/users/7/mails/a%2Fb%3Fc');
});
