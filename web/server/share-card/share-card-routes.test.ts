import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { shareCard } from '#shared/picture/share-card.ts';
import { CardsBusyError } from './card-renderer.ts';
import { shareCardRoutes, type ShareCardOptions } from './share-card-routes.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const PAGE = '/tax/report-1';
const card = (title: string) => shareCard(PAGE, { title, section: 'Tax', site: 'Vidhi' });
const found = (title = 'A title') => ({ card: card(title), isComplete: true, position: 'n:1' });

async function serve(loadCard: ShareCardOptions['loadCard']) {
  const server = fastify();
  closers.push(() => server.close());
  const drawn: string[] = [];
  await server.register(shareCardRoutes, {
    loadCard,
    draw: async ({ title }) => {
      drawn.push(title);
      if (title === 'broken') throw new Error('no drawing');
      if (title === 'busy') throw new CardsBusyError('too many');
      return Buffer.from(title);
    },
  });
  return { get: (url: string) => server.inject({ url }), drawn };
}

describe('the card of a page', () => {
  it('is drawn once for the same texts, and can be cached', async () => {
    const { get, drawn } = await serve(async () => found());
    const responses = [await get(card('A title').url), await get(card('A title').url)];
    for (const { statusCode, headers, body } of responses)
      expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual([
        200,
        'image/png',
        'public, max-age=86400',
        'A title',
      ]);
    expect(drawn).toEqual(['A title']);
  });

  it('has another address when its texts have changed; the former one leads there', async () => {
    const { get, drawn } = await serve(async () => found('Another title'));
    const { statusCode, headers } = await get(card('A title').url);
    expect([statusCode, headers.location]).toEqual([302, card('Another title').url]);
    expect(drawn).toEqual([]);
  });

  it('is loaded for the page that the address names', async () => {
    const paths: string[] = [];
    const { get } = await serve(async (path) => {
      paths.push(path);
      return found();
    });
    await get(card('A title').url);
    expect(paths).toEqual([PAGE]);
  });

  it('is sent again without a look at its page, at the same address alone', async () => {
    const paths: string[] = [];
    const { get } = await serve(async (path) => {
      paths.push(path);
      return found();
    });
    for (const _time of [1, 2, 3]) expect((await get(card('A title').url)).body).toBe('A title');
    expect(paths).toEqual([PAGE]);
    expect((await get(card('Another title').url)).statusCode).toBe(302);
    expect(paths).toHaveLength(2);
  });

  it('is to be fetched later where too many are being drawn', async () => {
    const { get } = await serve(async () => found('busy'));
    const { statusCode, headers } = await get(card('busy').url);
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
  });

  it.each([
    ['a page with a picture of its own, or none at all', true, 404],
    ['a page that cannot be loaded just now', false, 503],
  ])('does not exist for %s', async (_what, isComplete, status) => {
    const { get } = await serve(async () => ({ card: null, isComplete, position: '' }));
    const { statusCode, headers } = await get(card('A title').url);
    expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
  });

  it.each([
    '/share-card.png',
    '/share-card.png?page=',
    '/share-card.png?page=//other.example/x',
    '/share-card.png?page=https://other.example/',
    '/share-card.png?page=/a&page=/b',
    `/share-card.png?page=/${'a'.repeat(3000)}`,
  ])('is not drawn for %s', async (url) => {
    const { get, drawn } = await serve(() => Promise.reject(new Error('nothing to load')));
    expect((await get(url)).statusCode).toBe(404);
    expect(drawn).toEqual([]);
  });

  it('is drawn again after a drawing has failed', async () => {
    const { get, drawn } = await serve(async () => found('broken'));
    for (const _attempt of [1, 2]) expect((await get(card('broken').url)).statusCode).toBe(500);
    expect(drawn).toHaveLength(2);
  });
});
