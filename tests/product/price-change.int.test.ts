import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVENTS, type Envelope } from '@vidhi/contracts/events.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { followTopics, type Follower } from '@vidhi/messaging/follow.ts';
import { aBook, aNamed } from '../../services/catalog/src/catalog-builder.ts';
import { sendRequest, type RawResponse } from './raw-request.ts';
import { STARTING_MS, startSite, type RunningSite } from './running-site.ts';

// `npm run bench:freshness` measures the latency; this tests that every cached response is invalidated.

const SOON = { timeout: 300_000, interval: 20 };
const ID = 7;
const COUNT = 30;

let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
  await site.put('author', [aNamed(4, '', { AuthorName: 'Rao' })]);
  const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
  await site.put(
    'book',
    ids.map((id) => aBook(id, { Title: `Treatise ${id}`, Price: 100 + id, author_names: [4] })),
  );
}, STARTING_MS);
afterAll(() => site?.close());

async function write(
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  values?: object,
): Promise<{ id: number }> {
  const response = await fetch(`${site.url}${path}`, {
    method,
    headers: { ...site.editor, 'content-type': 'application/json' },
    ...(values === undefined ? {} : { body: JSON.stringify({ data: values }) }),
  });
  const body = (await response.json()) as { data: { id: number } };
  expect([response.status, body]).toEqual([200, expect.objectContaining({ data: expect.anything() })]);
  return body.data;
}

const priceOf = (id: number, text: string): number | undefined => {
  const { data } = JSON.parse(text) as { data: { id: number; attributes: { Price: number } }[] };
  return data.find((book) => book.id === id)?.attributes.Price;
};
const rupees = (price: number): string => price.toLocaleString('en-IN');

/** Every kind of response that depends on the price, with the expected content for a price. */
const places: [what: string, path: string, says: (response: RawResponse, price: number) => boolean][] = [
  ['the book', `/api/books/${ID}`, ({ text }, price) => text.includes(`"Price":${price},`)],
  [
    'the book with all',
    `/api/books/${ID}?populate=*`,
    ({ text }, price) => text.includes(`"Price":${price},`),
  ],
  ['the list', '/api/books?pagination[pageSize]=100', ({ text }, price) => priceOf(ID, text) === price],
  [
    'the list by price',
    '/api/books?sort=Price:desc&fields=Price',
    ({ text }, price) => text.startsWith(`{"data":[{"id":${ID},"attributes":{"Price":${price}}}`),
  ],
  [
    'who costs as much as before',
    '/api/books?filters[Price][$gte]=100&filters[Price][$lt]=200&pagination[pageSize]=100',
    ({ text }, price) => priceOf(ID, text) === (price < 200 ? price : undefined),
  ],
  [
    'who costs more',
    '/api/books?filters[Price][$gt]=1000',
    ({ text }, price) => priceOf(ID, text) === (price > 1000 ? price : undefined),
  ],
  [
    'the search',
    `/api/books?_q=Treatise ${ID}`.replaceAll(' ', '%20'),
    ({ text }, price) => priceOf(ID, text) === price,
  ],
  ['all prices', '/api/books?fields=Price', ({ text }, price) => text.includes(`"Price":${price}}`)],
  ['the page', `/catalogs/books/${ID}/treatise-${ID}`, ({ text }, price) => text.includes(rupees(price))],
  [
    'the page of the shop',
    '/catalogs/books?q=Treatise%207',
    ({ text }, price) => text.includes(rupees(price)),
  ],
];

describe('a changed price', () => {
  it.each([4321, 150, 8765.5])('of %d is in every response, though all had been cached', async (price) => {
    const before = new Map<string, RawResponse>();
    for (const [, path] of places) {
      await sendRequest(site.url, path);
      before.set(path, await sendRequest(site.url, path));
    }
    await write('PUT', `/api/books/${ID}`, { Price: price });
    for (const [what, path, shows] of places) {
      const old = before.get(path);
      await vi
        .waitUntil(async () => shows(await sendRequest(site.url, path), price), SOON)
        .catch((error: unknown) => {
          throw new Error(`${what} is stale: ${path}`, { cause: error });
        });
      const conditional = await sendRequest(site.url, path, {
        headers: { 'if-none-match': old?.headers.etag ?? '' },
      });
      expect([what, conditional.status]).toEqual([what, 200]);
      expect((await sendRequest(site.url, path)).headers.etag).not.toBe(old?.headers.etag);
    }
  });

  it('stays changed: no response in progress restores the old one', async () => {
    const polling = new AbortController();
    const path = `/api/books/${ID}?populate=*`;
    const seen: number[] = [];
    const watching = (async () => {
      while (!polling.signal.aborted)
        seen.push(Number(/"Price":([\d.]+)/.exec((await sendRequest(site.url, path)).text)?.[1]));
    })();
    for (let price = 9001; price <= 9010; price += 1)
      await write('PUT', `/api/books/${ID}`, { Price: price });
    await vi.waitUntil(() => seen.at(-1) === 9010, SOON);
    polling.abort();
    await watching;
    // Prices only rise here, so a decrease would be a stale response.
    const rising = seen.slice(seen.findIndex((price) => price > 9000));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  });
});

describe('a consumer of books that starts at the first offset', () => {
  const followers: Follower[] = [];
  afterAll(() => Promise.all(followers.map((follower) => follower.close())));

  it('has the current state of every book from the compacted topic alone', async () => {
    const made = await write('POST', '/api/books', { Title: 'Made and sold out', Price: 5 });
    await write('DELETE', `/api/books/${made.id}`);
    await write('PUT', '/api/books/9', { Title: 'Treatise, revised', Price: 909 });
    const books = new Map<number, StoredDocument>();
    const revisions = new Map<string, number>();
    const received: Envelope[] = [];
    const follower = followTopics({
      client: site.kafka,
      topics: [`${TOPICS.catalogBooks.name}${site.topicSuffix}`],
      events: EVENTS,
      from: 'beginning',
      onReset: () => undefined,
      apply(envelope) {
        received.push(envelope);
        const data = envelope.data as { rev: number; doc?: StoredDocument };
        if (data.rev <= (revisions.get(envelope.aggregateId) ?? 0)) return;
        revisions.set(envelope.aggregateId, data.rev);
        if (data.doc === undefined) books.delete(Number(envelope.aggregateId));
        else books.set(data.doc.id, data.doc);
      },
    });
    followers.push(follower);
    await vi.waitUntil(
      () => books.get(9)?.['Price'] === 909 && received.some(({ type }) => type === 'book.withdrawn'),
      SOON,
    );
    const { data } = JSON.parse(
      (await sendRequest(site.url, '/api/books?pagination[pageSize]=100&populate[author_names][fields]=id'))
        .text,
    ) as {
      data: {
        id: number;
        attributes: { Title: string; Price: number; author_names: { data: { id: number }[] } };
      }[];
    };
    expect(data.length).toBe(COUNT);
    const rebuilt = [...books.values()].map(({ id, Title, Price, author_names }) => ({
      id,
      Title,
      Price,
      author_names,
    }));
    expect(rebuilt.toSorted((a, b) => a.id - b.id)).toEqual(
      data
        .map(({ id, attributes: { Title, Price, author_names } }) => ({
          id,
          Title,
          Price,
          author_names: author_names.data.map((author) => author.id),
        }))
        .toSorted((a, b) => a.id - b.id),
    );
    // Each event contains the whole document, so compaction may remove any earlier one.
    for (const envelope of received.filter(({ type }) => type !== 'book.withdrawn'))
      expect(Object.keys((envelope.data as { doc: object }).doc)).toEqual(
        expect.arrayContaining(['id', 'Title', 'Price', 'Detail1', 'createdAt']),
      );
  });
});
