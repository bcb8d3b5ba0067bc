import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aGateway, sendRaw, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
beforeEach(async () => {
  gateway = await aGateway();
});
afterEach(async () => gateway.close());

const ask = (target: string, accept: string, method = 'GET'): Promise<string> =>
  sendRaw(
    gateway.port,
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
  );

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('a person who follows an address that cannot be read', () => {
  it.each(['/%E0%A4%A', '/gst//report', '/a%2fb', '/x%00', '//evil.example/', '/gst/../about'])(
    'is led from %s to the page for such',
    async (target) => {
      const answer = await ask(target, BROWSER);
      expect(answer).toMatch(/^HTTP\/1\.1 302 /);
      expect(answer).toMatch(/\r\nlocation: \/404\r\n/i);
      expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
      expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(gateway.services['web']?.received ?? []).toEqual([]);
    },
  );
});

describe('everybody else', () => {
  it.each([
    ['a program', '/%E0%A4%A', 'application/json', 'GET'],
    ['who asks for data', '/api//posts', BROWSER, 'GET'],
    ['who asks for a file', '/uploads/%00', BROWSER, 'GET'],
    ['who writes', '/gst//report', BROWSER, 'POST'],
  ])('%s is refused', async (_who, target, accept, method) => {
    expect(await ask(target, accept, method)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('finds nothing at our own doors', async () => {
    expect(await ask('//internal/import/post', BROWSER)).toMatch(/^HTTP\/1\.1 404 /);
  });
});
