import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser, visit } from './browser.ts';

// The other files expect that a page calls no other host: these show that such calls are reported, and where they end.

const POSTER = 'https://i.ytimg.com/vi/a/hqdefault.jpg';
const ELSEWHERE = 'https://elsewhere.example/picture.png';

let browser: Browser;
let server: Server;
let requested: string[];
let other: string;

beforeAll(async () => {
  browser = await launchBrowser();
  requested = [];
  server = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  other = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => Promise.all([browser.close(), server.close()]));

it('reports requests to other hosts, which do not leave the machine, and stubs posters of videos', async () => {
  const site = other.replace('localhost', '127.0.0.1');
  const { page, problems, close } = await visit(browser, { site });
  await page.goto('/');
  const widths = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode().catch(() => undefined);
          return image.naturalWidth;
        }),
      ),
    [POSTER, ELSEWHERE, `${other}/picture.png`],
  );
  expect(widths).toEqual([480, 0, 0]);
  const { host } = new URL(other);
  const calls = problems.filter((problem) => problem.startsWith('call to'));
  expect(calls).toEqual(['call to elsewhere.example', `call to ${host}`]);
  expect(requested).toEqual(['/', '/picture.png']);
  await close();
});
