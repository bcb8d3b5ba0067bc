import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { aPost, loadSite, newsCollections } from '@vidhi/content-engine/testing.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { contentRoutes } from './content-routes.ts';
import { createReadLanes } from './read-lanes.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const model = loadSite({ post: numbers(1_000).map((id) => aPost({ id })) });
/** 200 conditions on 1,000 documents, different for each name. */
const costly = (name: number): string =>
  `/posts?fields=id&pagination[pageSize]=1&${numbers(200)
    .map((at) => `filters[$and][${at - 1}][id][$ne]=${-at - name * 1_000}`)
    .join('&')}`;
const CHEAP = '/posts?fields=id&pagination[pageSize]=1';

let app: FastifyInstance;
afterEach(async () => app.close());

/** Routes whose costly reads wait until somebody lets the next one run. */
async function heldRoutes(maxWaiting: number) {
  const held: (() => void)[] = [];
  const pause = async (): Promise<void> => new Promise((resolve) => held.push(resolve));
  app = fastify({ routerOptions: { maxParamLength: 200 } });
  await app.register(errorResponsePlugin);
  await app.register(contentRoutes, {
    model,
    collections: newsCollections,
    audienceOf: () => 'public',
    lanes: createReadLanes({ maxWaiting, pause }),
  });
  const ended: string[] = [];
  const get = async (name: string, url: string) => {
    const response = await app.inject(url);
    ended.push(name);
    return response;
  };
  return { held, get, ended };
}

describe('costly reads', () => {
  it('wait one after another, while cheap ones are answered', async () => {
    const { held, get, ended } = await heldRoutes(2);
    const first = get('first', costly(1));
    await expect.poll(() => held.length).toBe(1);
    const second = get('second', costly(2));
    const third = get('third', costly(3));
    const refused = await get('refused', costly(4)).then(async (response) =>
      // Whichever of the three came last finds the queue full.
      response.statusCode === 503 ? response : await third,
    );
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    const cheap = await get('cheap', CHEAP);
    expect([cheap.statusCode, cheap.json().meta.pagination.total]).toEqual([200, 1_000]);
    expect([held.length, ended]).toEqual([1, ['refused', 'cheap']]);
    for (const [at, waiting] of [first, second, third].entries()) {
      await expect.poll(() => held.length).toBe(at + 1);
      held[at]?.();
      expect((await waiting).statusCode).toBe(200);
    }
    expect(ended).toEqual(['refused', 'cheap', 'first', 'second', 'third']);
  });

  it('are refused by the budget as before', async () => {
    const { held, get } = await heldRoutes(2);
    const response = get('refused', `${costly(5)}&populate[image][populate]=*&sort=nope`);
    expect((await response).statusCode).toBe(400);
    expect(held).toEqual([]);
  });

  it('are begun once, from the second time on', async () => {
    const pause = async (): Promise<void> => undefined;
    const lanes = createReadLanes({ pause });
    let begun = 0;
    const read = (): Buffer | Promise<Buffer> =>
      lanes.read('same', (cost) => {
        begun += 1;
        cost.charge(1_000_000, 'anything');
        return Buffer.from('{}');
      });
    app = fastify();
    await read();
    expect(begun).toBe(2);
    await read();
    expect(begun).toBe(3);
  });
});
