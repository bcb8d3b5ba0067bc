import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../services/catalog/src/catalog-builder.ts';
import { sendRequest, type RawResponse } from './raw-request.ts';
import { STARTING_MS, startSite, type RunningSite } from './running-site.ts';

// One call of staff suspends a profile: it leaves every response of the gateway and the web, though all had been cached.

const SOON = { timeout: 300_000, interval: 20 };
const ID = 7;
const NAME = 'Zenobia Kapadia';
const OTHER = 'Zubin Mistry';

let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
  await site.put('lawyer', [aProfile(ID, { Title: NAME }), aProfile(8, { Title: OTHER })]);
}, STARTING_MS);
afterAll(() => site?.close());

async function suspend(suspended: boolean): Promise<void> {
  const response = await fetch(`${site.url}/api/lawyers/${ID}/state`, {
    method: 'PUT',
    headers: { ...site.editor, 'content-type': 'application/json' },
    body: JSON.stringify({ suspended, reason: 'Complaint 12 of the bar council' }),
  });
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ id: ID, suspended }),
  ]);
}

const page = `/catalogs/lawyers/${ID}/zenobia-kapadia`;

/** Every kind of response that names the profile, with what identifies it there. */
const places: [what: string, path: string, mark: string][] = [
  ['the profile', `/api/lawyers/${ID}`, NAME],
  ['the profile with all', `/api/lawyers/${ID}?populate=*`, NAME],
  ['the list', '/api/lawyers?pagination[pageSize]=100', NAME],
  ['the list of names', '/api/lawyers?sort=Title:desc&fields=Title', NAME],
  ['the search', '/api/lawyers?_q=kapadia', NAME],
  ['the suggestions', '/api/suggest?q=zenobia', NAME],
  ['the page', page, NAME],
  ['the page of the list', '/catalogs/lawyers', NAME],
  ['the page of the search', '/catalogs/lawyers?q=zenobia', NAME],
  ['the sitemap', '/sitemaps/lawyers.xml', page],
];
/** Responses that name the profile's neighbour, before and after. */
const withOther = ['/api/lawyers?pagination[pageSize]=100', '/catalogs/lawyers', '/sitemaps/lawyers.xml'];

const shows = ({ status, text }: RawResponse, mark: string): boolean => status === 200 && text.includes(mark);

async function untilEvery(isShown: boolean): Promise<void> {
  for (const [what, path, mark] of places)
    await vi
      .waitUntil(async () => shows(await sendRequest(site.url, path), mark) === isShown, SOON)
      .catch((error: unknown) => {
        throw new Error(`${what} is stale: ${path}`, { cause: error });
      });
}

describe('a suspended profile', () => {
  it('is in no response to the public, though all had been cached, until staff ends the suspension', async () => {
    await untilEvery(true);
    const before = new Map<string, RawResponse>();
    for (const [, path] of places) before.set(path, await sendRequest(site.url, path));

    await suspend(true);
    await untilEvery(false);
    for (const [what, path, mark] of places) {
      const conditional = await sendRequest(site.url, path, {
        headers: { 'if-none-match': before.get(path)?.headers.etag ?? '' },
      });
      expect([what, conditional.status === 304, conditional.text.includes(mark)]).toEqual([
        what,
        false,
        false,
      ]);
    }
    for (const path of [`/api/lawyers/${ID}`, page])
      expect([path, (await sendRequest(site.url, path)).status]).toEqual([path, 404]);
    for (const path of withOther)
      expect([path, /Zubin Mistry|zubin-mistry/.test((await sendRequest(site.url, path)).text)]).toEqual([
        path,
        true,
      ]);

    await suspend(false);
    await untilEvery(true);
  });

  it('is still read by staff', async () => {
    await suspend(true);
    await untilEvery(false);
    const response = await sendRequest(site.url, `/api/lawyers/${ID}`, { headers: site.editor });
    expect(shows(response, NAME)).toBe(true);
  });
});
