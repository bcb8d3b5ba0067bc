import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, sendRaw, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await aGateway();
});
afterEach(async () => gateway.close());

const request = (target: string, accept: string, method = 'GET'): Promise<string> =>
  sendRaw(
    gateway.port,
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
  );

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('a browser that requests a malformed URL', () => {
  it.each([
    '/%E0%A4%A',
    '/gst//report',
    '/a%2fb',
    '/x%00',
    '//evil.example/',
    '/gst/../about',
    `/${'x'.repeat(16_384)}`,
  ])('is redirected from %s to the not-found page', async (target) => {
    const response = await request(target, BROWSER);
    expect(response).toMatch(/^HTTP\/1\.1 302 /);
    expect(response).toMatch(/\r\nlocation: \/404\r\n/i);
    expect(response).toMatch(/\r\ncache-control: no-store\r\n/i);
    expect(response).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(gateway.services['web']?.received ?? []).toEqual([]);
  });
});

describe('a URL with a line break or a tab behind its path', () => {
  it.each([
    ['/gst/slug%0A', '/gst/slug'],
    ['/about%0d%0a', '/about'],
    ['/news/tax%20%09?page=2', '/news/tax?page=2'],
  ])('leads every client from %s to %s', async (target, address) => {
    for (const accept of [BROWSER, '*/*']) {
      const response = await request(target, accept);
      expect(response).toMatch(/^HTTP\/1\.1 301 /);
      expect(/\r\nlocation: (.*)\r\n/i.exec(response)?.[1]).toBe(address);
    }
  });

  it.each(['/a%0Ab', '/%0A', '//evil.example/%0A', '/x%00%0A'])(
    'is not followed where it is %s',
    async (target) => {
      expect(await request(target, BROWSER)).toMatch(/\r\nlocation: \/(?:404)?\r\n/i);
      expect(await request(target, '*/*')).not.toMatch(/evil/);
    },
  );
});

describe('other clients', () => {
  it.each([
    ['without text/html', '/%E0%A4%A', 'application/json', 'GET'],
    ['that request data', '/api//posts', BROWSER, 'GET'],
    ['that request a file', '/uploads/%00', BROWSER, 'GET'],
    ['that write', '/gst//report', BROWSER, 'POST'],
  ])('%s get 400', async (_client, target, accept, method) => {
    expect(await request(target, accept, method)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('get 404 for internal routes', async () => {
    expect(await request('//internal/import/post', BROWSER)).toMatch(/^HTTP\/1\.1 404 /);
  });
});
