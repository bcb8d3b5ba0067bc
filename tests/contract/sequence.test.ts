import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCases, type ContractCase } from './cases.ts';
import { exchangeInSequence } from './sequence.ts';

const MAILS = [
  { text: 'The second: http://site.example/reset-password?code=second-code' },
  { text: 'http://site.example/api/auth/email-confirmation?confirmation=a-token' },
  { text: '<p>?code=first-code</p>' },
];

let server: Server;
let url: string;
let received: { path: string; body: string; authorization: string | undefined; client: unknown }[];

/** Responds 429 from the third request on, and with an account and a token to a login. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  if (path.startsWith('/messages')) {
    const isKnown = path === '/messages?to=asha%40contract.example';
    response.end(JSON.stringify(isKnown ? MAILS : []));
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { authorization, 'x-forwarded-for': client } = request.headers;
  received.push({ path, body, authorization, client });
  response.statusCode = received.length < 3 ? 200 : 429;
  response.setHeader('x-ratelimit-limit', '2');
  response.end(JSON.stringify({ jwt: 'a-jwt', user: { id: 7, email: 'asha@contract.example' } }));
}

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => server.close());

const caseOf = (line: string): ContractCase => {
  const [one] = parseCases(`# S\n${line}`);
  if (one === undefined) throw new Error(line);
  return one;
};

describe('a sequence of requests', () => {
  it('fills in ids of accounts, and tokens of mails, oldest mail first', async () => {
    const send = exchangeInSequence({ url, inbox: url });
    await send(caseOf('(visitor) a login | POST /api/auth/local {}'));
    await send(caseOf('(customer) its account | /api/users/{{id:asha@contract.example}}'));
    await send(
      caseOf(
        'codes | POST /api/{{confirmation:asha@contract.example}} ["{{code:asha@contract.example}}","{{code:asha@contract.example:2}}"]',
      ),
    );
    expect(received.map(({ path, body, authorization }) => [path, body, authorization])).toEqual([
      ['/api/auth/local', '{}', undefined],
      ['/api/users/7', '', 'Bearer a-jwt'],
      ['/api/a-token', '["first-code","second-code"]', undefined],
    ]);
  });

  it('repeats a request until its status, and returns the headers of the limit', async () => {
    const response = await exchangeInSequence({ url })(caseOf('until 429: logins | POST /api/auth/local {}'));
    expect([response.status, response.headers, received.length]).toEqual([
      429,
      { 'x-ratelimit-limit': '2' },
      3,
    ]);
  });

  it('comes from an address of its own', async () => {
    const request = caseOf('a request | /api/posts');
    await exchangeInSequence({ url })(request);
    await exchangeInSequence({ url })(request);
    expect(new Set(received.map(({ client }) => client)).size).toBe(2);
  });

  it('rejects an id of an account that no response contained', async () => {
    const send = exchangeInSequence({ url });
    await expect(send(caseOf('it | /api/users/{{id:nobody@contract.example}}'))).rejects.toThrow(
      'nobody@contract.example',
    );
  });
});
