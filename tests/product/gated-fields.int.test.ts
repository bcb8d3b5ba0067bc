import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  COUNT,
  GATED,
  SECRET_TEXTS,
  gatedProbes,
  oneSecret,
  otherSecret,
  profilesWith,
} from '../../services/catalog/src/gated-probes-builder.ts';
import { etagOf, tagOf } from '../../services/gateway/src/cache/cache-entry.ts';
import { sendRequest, type RawResponse, type SendRequest } from './raw-request.ts';
import { METRICS_HEADERS, STARTING_MS, startSite, type RunningSite } from './running-site.ts';

// Two whole sites that differ only in gated (members-only) attributes. Anonymous responses through their
// gateways must be equal. A member uses the first site too, so that leaks between cache entries would be
// detected.

const DEADLINE_MS = 300_000;

let one: RunningSite;
let other: RunningSite;

async function filledSite(secret: Parameters<typeof profilesWith>[0]): Promise<RunningSite> {
  const site = await startSite({ logLevel: 'info' });
  const { file: _file, ...documents } = profilesWith(secret);
  for (const [type, items] of Object.entries(documents)) await site.put(type, items);
  // The gateway caches nothing until it has received the site's events.
  for (const end = Date.now() + DEADLINE_MS; ; await delay(20)) {
    const before = await site.metric('vidhi_gateway_cache_reads_total{outcome="hit"');
    await sendRequest(site.url, '/api/lawyers?fields=id');
    if ((await site.metric('vidhi_gateway_cache_reads_total{outcome="hit"')) > before) return site;
    if (Date.now() > end) throw new Error('the gateway caches nothing');
  }
}

beforeAll(async () => {
  one = await filledSite(oneSecret);
  other = await filledSite(otherSecret);
}, STARTING_MS);
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
});

const today = (): string => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);

/** Repeats the request when an overloaded web server responds with an unrendered shell. */
async function fetchRendered(
  site: RunningSite,
  path: string,
  options: SendRequest = {},
): Promise<RawResponse> {
  for (const end = Date.now() + DEADLINE_MS; ; await delay(50)) {
    const response = await sendRequest(site.url, path, options);
    if (!response.text.includes('"isRendered":false')) return response;
    if (Date.now() > end) throw new Error(`${path} is never rendered`);
  }
}

/** Sends the same request to both; repeats it if the day of the neutral order changed in between. */
async function fetchFromBoth(path: string, options: SendRequest = {}): Promise<[RawResponse, RawResponse]> {
  const day = today();
  const pair = await Promise.all([fetchRendered(one, path, options), fetchRendered(other, path, options)]);
  return day === today() ? pair : fetchFromBoth(path, options);
}

const FEED_ID = /urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Returns the comparable parts of a response; content-encoding and length optionally, as bodies are sent uncompressed
 * while all threads are busy.
 */
function comparable({ status, headers, bytes, text }: RawResponse, withEncoding: boolean) {
  const { 'content-encoding': _encoding, 'content-length': _length, etag = '', ...rest } = headers;
  // A feed's id depends on the creation time of its site, and its ETag and length depend on the id.
  const withoutFeedId = text.replaceAll(FEED_ID, 'urn:uuid:');
  if (withoutFeedId !== text) return { status, headers: rest, text: withoutFeedId };
  if (withEncoding) return { status, headers, text, bytes: bytes.length };
  return { status, headers: rest, text, tag: etag.replace(/-(br|gz)"$/, '"') };
}

async function expectEqual(path: string, options: SendRequest = {}): Promise<RawResponse> {
  const [first, second] = await fetchFromBoth(path, options);
  const alike = first.headers['content-encoding'] === second.headers['content-encoding'];
  expect({ path, ...comparable(second, alike) }).toEqual({ path, ...comparable(first, alike) });
  expect(first.status).toBeLessThan(500);
  // The login link contains the page's own URL as requested.
  expect(first.text.replaceAll(encodeURIComponent(path), '')).not.toMatch(SECRET_TEXTS);
  return first;
}

/** URLs whose response to a member contains gated attributes. */
const SHARED_WITH_MEMBERS = [
  '/api/lawyers',
  '/api/lawyers/3',
  '/api/firms',
  '/api/firms/3',
  '/api/lawyers?populate=*',
  '/api/lawyers?sort=neutral',
  '/api/lawyers?sort=Title&pagination[pageSize]=5',
  '/api/lawyers?fields[0]=Title&fields[1]=Identifier&fields[2]=Price&fields[3]=contact',
  '/api/lawyers?fields[0]=Identifier',
  '/api/lawyers?sort=Price:desc',
  '/api/lawyers?filters[Identifier][$contains]=SECRET',
  '/api/lawyers?filters[Price][$gt]=3&sort=id',
  '/api/lawyers?filters[$or][0][Price][$eq]=3&filters[$or][1][Price][$eq]=4',
  '/api/lawyers?_q=SECRET-7',
  '/api/firms?_q=SECRET',
  '/api/specializations?populate=lawyers',
  '/api/courts?populate[lawyers][fields]=Identifier',
  '/api/languages/1?populate=*',
];
const MEMBER_PATHS: unknown = expect.stringMatching(/SECRET-\d/);

/** Pages, feeds and sitemaps. */
const PAGES = [
  '/',
  '/catalogs/lawyers',
  '/catalogs/firms',
  '/catalogs/lawyers?page=2',
  '/catalogs/lawyers?q=SECRET',
  '/catalogs/lawyers?q=900000000',
  '/catalogs/lawyers?sort=Price',
  '/catalogs/lawyers?Price=3&Identifier=SECRET-3',
  '/catalogs/lawyers?state=1&city=1',
  '/catalogs/lawyers/4/adv-4',
  '/catalogs/firms/3/adv-3',
  '/catalogs/firms/4/adv-4',
  '/catalogs/lawyers/999/nobody',
  '/find-a-lawyer',
  '/find-a-lawyer/tax',
  '/find-a-lawyer/crime',
  '/catalogs/lawyers/order',
  '/catalogs/lawyers/order?store=firms',
  '/find-a-lawer',
  '/all-lawers',
  '/search?q=SECRET',
  '/login?next=/catalogs/lawyers/4/adv-4',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/sitemaps/catalogs.xml',
  '/robots.txt',
  '/docs/openapi.json',
];

describe('gated attributes, through the gateway', () => {
  it('change neither body, length, ETag nor headers of any anonymous response, uncached or cached', async () => {
    const paths = gatedProbes();
    expect(paths.length).toBeGreaterThanOrEqual(500);
    let successes = 0;
    for (const path of paths) {
      const { status } = await expectEqual(path);
      if (status === 200) successes += 1;
    }
    // If all requests were rejected, the comparison would prove nothing.
    expect(successes).toBeGreaterThan(100);
    for (const path of paths.slice(0, 60)) await expectEqual(path, { headers: { 'accept-encoding': 'br' } });
  });

  it('change no page, hydrated state, structured data, feed or sitemap', async () => {
    for (const path of PAGES) {
      const page = await expectEqual(path);
      // The ETags of two feeds differ because their ids do.
      const sites = page.text.search(FEED_ID) === -1 ? [one, other] : [one];
      for (const { url } of sites)
        await vi.waitUntil(
          async () => (await sendRequest(url, path, { method: 'HEAD' })).headers.etag === page.headers.etag,
          { timeout: DEADLINE_MS, interval: 50 },
        );
    }
    const list = await fetchRendered(one, '/catalogs/lawyers');
    expect(list.text).toContain('Adv. 4');
    const item = await fetchRendered(one, '/catalogs/lawyers/4/adv-4');
    expect([item.status, item.text]).toEqual([200, expect.stringMatching(/"@type":"(Person|LegalService)"/)]);
    expect(item.text).toMatch(/id="page-state"/);
    expect((await fetchRendered(one, '/catalogs/lawyers/order')).text).toContain('neutral');
    const sitemaps = [
      ...(await sendRequest(one.url, '/sitemap.xml')).text.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)/g),
    ];
    expect(sitemaps.length).toBeGreaterThan(1);
    for (const [, path = ''] of sitemaps) await expectEqual(path);
  });

  it('in responses to a token are never sent to a request without one', async () => {
    const hits = await one.metric('vidhi_gateway_cache_reads_total{outcome="hit"');
    for (const path of SHARED_WITH_MEMBERS) {
      for (const encoding of ['identity', 'br', 'gzip']) {
        const accepting = { 'accept-encoding': encoding };
        const members = await sendRequest(one.url, path, { headers: { ...one.member, ...accepting } });
        expect([path, members.status, members.text]).toEqual([path, 200, MEMBER_PATHS]);
        expect(members.headers['cache-control']).toMatch(/no-store|private/);
        const anonymous = await sendRequest(one.url, path, { headers: accepting });
        expect([path, anonymous.text]).toEqual([path, expect.not.stringMatching(SECRET_TEXTS)]);
        expect(anonymous.text).toBe((await sendRequest(other.url, path, { headers: accepting })).text);
      }
      await expectEqual(path);
      await expectEqual(path, { method: 'HEAD' });
      await expectEqual(path, { headers: { range: 'bytes=0-400' } });
      await expectEqual(path, { headers: { cookie: `token=${one.member.authorization.slice(7)}` } });
      expect((await expectEqual(path)).headers['vary']).toMatch(/authorization/i);
    }
    // Otherwise the test would prove nothing.
    expect(await one.metric('vidhi_gateway_cache_reads_total{outcome="hit"')).toBeGreaterThan(
      hits + SHARED_WITH_MEMBERS.length,
    );
  });

  it('are not revealed by conditional requests: ETags of members and others differ', async () => {
    for (const path of SHARED_WITH_MEMBERS) {
      const members = await sendRequest(one.url, path, { headers: one.member });
      const anonymous = await sendRequest(one.url, path);
      const guessed = etagOf(tagOf([members.bytes]), 'identity');
      for (const tag of [guessed, members.headers.etag ?? guessed, `W/${guessed}`]) {
        const response = await expectEqual(path, { headers: { 'if-none-match': tag } });
        expect([path, response.status, response.text]).toEqual([path, anonymous.status, anonymous.text]);
      }
      const tag = anonymous.headers.etag;
      expect(tag === undefined).toBe(anonymous.status !== 200);
      const again = await sendRequest(one.url, path, {
        headers: { ...one.member, 'if-none-match': tag ?? '*' },
      });
      expect([path, again.status, again.text]).toEqual([path, 200, members.text]);
      await expectEqual(path, { headers: { 'if-none-match': tag ?? '"x"' } });
      await expectEqual(path, { headers: { 'if-modified-since': new Date().toUTCString() } });
    }
  });

  it('are not mixed up by concurrent requests', async () => {
    for (const path of SHARED_WITH_MEMBERS) {
      const fresh = `${path}${path.includes('?') ? '&' : '?'}publicationState=live`;
      const members: Promise<RawResponse>[] = [];
      const strangers: Promise<RawResponse>[] = [];
      for (let round = 0; round < 6; round += 1) {
        members.push(sendRequest(one.url, fresh, { headers: one.member }));
        strangers.push(sendRequest(one.url, fresh));
      }
      for (const { text } of await Promise.all(members)) expect([fresh, text]).toEqual([fresh, MEMBER_PATHS]);
      for (const { text } of await Promise.all(strangers)) expect(text).not.toMatch(SECRET_TEXTS);
    }
  });

  it('are on no page of a member either: pages are equal for everybody', async () => {
    const token = one.member.authorization.slice('Bearer '.length);
    for (const path of PAGES) {
      const anonymous = await fetchRendered(one, path);
      for (const headers of [one.member, { cookie: `session=${token}; jwt=${token}` }]) {
        const members = await fetchRendered(one, path, { headers });
        expect([path, members.status, members.text]).toEqual([path, anonymous.status, anonymous.text]);
      }
      await expectEqual(path);
    }
  });

  it('are not sent to invalid tokens', async () => {
    for (const authorization of [
      'Bearer nonsense',
      'Bearer ',
      '',
      'Basic x',
      `bearer${one.member.authorization}`,
    ])
      for (const path of SHARED_WITH_MEMBERS)
        expect((await expectEqual(path, { headers: { authorization } })).text).toBe(
          (await sendRequest(one.url, path)).text,
        );
  });

  it('are rejected by name like an unknown attribute', async () => {
    const shapes = [
      '/api/lawyers?filters[NAME][$gt]=1',
      '/api/lawyers?filters[$not][NAME][$eq]=1',
      '/api/lawyers?filters[PropertyList1][lawyers][NAME][$gt]=1',
      '/api/lawyers?sort=NAME:desc',
      '/api/lawyers?sort[0][NAME]=asc',
      '/api/lawyers?fields=NAME',
      '/api/lawyers?fields[0]=Title&fields[1]=NAME',
      '/api/lawyers/3?fields=NAME',
      '/api/lawyers?populate=NAME',
      '/api/lawyers?populate[NAME][fields]=id',
      '/api/firms?filters[NAME][$notNull]=true',
      '/api/specializations?filters[lawyers][NAME][$in]=1',
      '/api/specializations?populate[lawyers][fields]=NAME',
      '/api/specializations?populate[lawyers][sort]=NAME',
      '/api/specializations?populate[lawyers][filters][NAME]=1',
    ];
    for (const name of GATED)
      for (const shape of shapes) {
        // Names of the same length, so that lengths can be compared too.
        const unknown = `x${name.slice(1)}`;
        const gated = await expectEqual(shape.replace('NAME', name));
        const nothing = await sendRequest(one.url, shape.replace('NAME', unknown));
        const { etag: _gatedTag, ...gatedHead } = gated.headers;
        const { etag: _tag, ...head } = nothing.headers;
        expect([shape, gated.status, gated.text.replaceAll(name, unknown), gatedHead]).toEqual([
          shape,
          nothing.status,
          nothing.text,
          head,
        ]);
      }
  });

  it('are in no log and no metric of the processes', async () => {
    for (const site of [one, other]) {
      expect(site.output()).toContain('listening');
      expect(site.output()).not.toMatch(SECRET_TEXTS);
      const { text } = await sendRequest(site.url, '/metrics', { headers: METRICS_HEADERS });
      expect(text).toContain('vidhi_gateway_cache_reads_total');
      expect(text).not.toMatch(SECRET_TEXTS);
    }
  });

  it('are sent to members of both sites', async () => {
    const [first, second] = await Promise.all(
      [one, other].map((site) =>
        sendRequest(site.url, '/api/lawyers?sort=Price:desc&pagination[pageSize]=1', {
          headers: site.member,
        }),
      ),
    );
    expect(JSON.parse(first?.text ?? '').data[0].attributes).toMatchObject({
      Identifier: `SECRET-${COUNT}`,
      Price: COUNT,
    });
    expect(JSON.parse(second?.text ?? '').data[0].attributes).toMatchObject({ Price: 1233 });
  });
});
