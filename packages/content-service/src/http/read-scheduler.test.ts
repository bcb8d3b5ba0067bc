import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { aPost, loadSite, newsCollections } from '@vidhi/content-engine/testing.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { contentRoutes } from './content-routes.ts';
import { createReadScheduler } from './read-scheduler.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const model = loadSite({ post: numbers(1_000).map((id) => aPost({ id })) });
/** Returns a query with 200 conditions on 1,000 documents, different for each number. */
const costly = (name: number): string =>
  `/posts?fields=id&pagination[pageSize]=1&${numbers(200)
    .map((at) => `filters[$and][${at - 1}][id][$ne]=${-at - name * 1_000}`)
    .join('&')}`;
const CHEAP = '/posts?fields=id&pagination[pageSize]=1';

let app: FastifyInstance;
afterEach(async () => app.close());

/** Routes whose costly reads wait until the test calls the next function of `paused`. */
async function pausedRoutes(maxQueued: number) {
  const paused: (() => void)[] = [];
  const pause = async (): Promise<void> => new Promise((resolve) => paused.push(resolve));
  app = fastify({ routerOptions: { maxParamLength: 200 } });
  await app.register(errorResponsePlugin);
  await app.register(contentRoutes, {
    model,
    collections: newsCollections,
    audienceOf: () => 'public',
    scheduler: createReadScheduler({ maxQueued, pause }),
  });
  const ended: string[] = [];
  const get = async (name: string, url: string) => {
    const response = await app.inject(url);
    ended.push(name);
    return response;
  };
  return { paused, get, ended };
}

describe('costly reads', () => {
  it('are executed one after another, while cheap ones are executed at once', async () => {
    const { paused, get, ended } = await pausedRoutes(2);
    const first = get('first', costly(1));
    await expect.poll(() => paused.length).toBe(1);
    const second = get('second', costly(2));
    const third = get('third', costly(3));
    const rejected = await get('rejected', costly(4)).then(async (response) =>
      // The last of the three to arrive finds the queue full.
      response.statusCode === 503 ? response : await third,
    );
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '2']);
    const cheap = await get('cheap', CHEAP);
    expect([cheap.statusCode, cheap.json().meta.pagination.total]).toEqual([200, 1_000]);
    expect([paused.length, ended]).toEqual([1, ['rejected', 'cheap']]);
    for (const [at, waiting] of [first, second, third].entries()) {
      await expect.poll(() => paused.length).toBe(at + 1);
      paused[at]?.();
      expect((await waiting).statusCode).toBe(200);
    }
    expect(ended).toEqual(['rejected', 'cheap', 'first', 'second', 'third']);
  });

  it('are rejected when they exceed the query budget', async () => {
    const { paused, get } = await pausedRoutes(2);
    const response = get('rejected', `${costly(5)}&populate[image][populate]=*&sort=nope`);
    expect((await response).statusCode).toBe(400);
    expect(paused).toEqual([]);
  });

  it('are executed only once from the second time on', async () => {
    const pause = async (): Promise<void> => undefined;
    const scheduler = createReadScheduler({ pause });
    let executions = 0;
    const read = (): Buffer | Promise<Buffer> =>
      scheduler.read('same', (cost) => {
        executions += 1;
        cost.charge(1_000_000, 'anything');
        return Buffer.from('{}');
      });
    app = fastify();
    await read();
    expect(executions).toBe(2);
    await read();
    expect(executions).toBe(3);
  });
});
