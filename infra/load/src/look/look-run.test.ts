import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { runLooks } from './look-run.ts';
import { loopbackSite } from './loopback-site.ts';

const FILES = [1, 2, 3].map((id) => ({ id, url: `/uploads/${id}.png`, width: 400, height: 100 }));
const FORMER = { site_name: 'Bihar Law', tagline: null, accent_colour: '#112233', logo: 1 };

type Options = Record<string, unknown>;

let server: Server | undefined;
afterEach(() => server?.close());

async function bodyOf(request: IncomingMessage): Promise<{ data: Options }> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as { data: Options };
}

const urlOf = (id: unknown): string => FILES.find((file) => file.id === id)?.url ?? '/icon.svg';

/** Starts a site with the front page alone; `statusOf` and `optionsOf` make it faulty. */
async function aSite({
  optionsOf = (options) => options,
  statusOf = () => 200,
}: {
  optionsOf?: (options: Options, former: Options) => Options;
  statusOf?: (reads: number) => number;
} = {}) {
  let options: Options = FORMER;
  let former: Options = FORMER;
  let reads = 0;
  const page = () => {
    const { site_name: name, accent_colour: colour, logo } = optionsOf(options, former);
    const style = `:root{--accent:light-dark(${String(colour)},#fff);--logo:url("${urlOf(logo)}")}`;
    return {
      text: `<title>${String(name)}</title><style>${style}</style>`,
      policy: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    };
  };
  server = createServer((request, response) => {
    const json = (value: unknown) => response.end(JSON.stringify(value));
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/api/auth/local') json({ jwt: 't' });
    else if (pathname === '/api/upload/files') json(FILES);
    else if (pathname === '/api/site-options' && request.method === 'PUT')
      void bodyOf(request).then(({ data }) => {
        former = options;
        options = data;
        return json({});
      });
    else if (pathname === '/api/site-options')
      json({ data: { attributes: { ...options, logo: { data: { id: options['logo'] } } } } });
    else if (pathname === '/') {
      reads += 1;
      const { text, policy } = page();
      response.writeHead(statusOf(reads), { 'content-security-policy': policy }).end(text);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const run = () =>
    runLooks({
      origin: `http://127.0.0.1:${port}`,
      identifier: 'a@site.example',
      password: 'x',
      rate: 100,
      seconds: 0.4,
      everyMs: 20,
      ended: new AbortController().signal,
    });
  return { run, options: () => options };
}

it('finds nothing in a site whose pages are of one look, and puts the former one back', async () => {
  const site = await aSite();
  const report = await site.run();
  expect(report).toMatchObject({ reads: 40, errors: 0, half: 0, problems: [] });
  expect(report.changes).toBeGreaterThan(1);
  expect(site.options()).toMatchObject(FORMER);
});

it('finds pages with the colours of one look and the logo of another', async () => {
  const mixed = await aSite({
    optionsOf: (options, former) => ({ ...options, accent_colour: former['accent_colour'] }),
  });
  const { half, problems } = await mixed.run();
  expect(half).toBeGreaterThan(0);
  expect(problems[0]).toContain('/: names');
});

it('counts reads that failed, and pages without the look', async () => {
  const failing = await aSite({ statusOf: (reads) => (reads === 5 ? 503 : 200) });
  expect(await failing.run()).toMatchObject({ errors: 1, half: 0 });
});

it('tells reads that a limit has rejected from other errors', async () => {
  const limiting = await aSite({ statusOf: (reads) => (reads > 20 ? 429 : reads === 5 ? 503 : 200) });
  const { errors, limited } = await limiting.run();
  expect(limited).toBeGreaterThan(0);
  expect(errors).toBe(limited + 1);
});

it('is for sites on this machine', () => {
  expect(loopbackSite('http://127.0.0.1:8080', '')).toBe('http://127.0.0.1:8080');
  expect(() => loopbackSite('https://vidhi.example', '')).toThrow('not on this machine');
});
