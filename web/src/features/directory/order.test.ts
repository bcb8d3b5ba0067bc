import { describe, expect, it } from 'vitest';
import { checkOrder } from './check-order.ts';
import { ORDER_CODE, orderOf, seedOf } from './order-of-day.ts';

const DATE = '2026-11-21';
const IDS = Array.from({ length: 40 }, (_, index) => index + 1);

/** Responds as the server would, with what a test changes. */
async function server(
  change: { seed?: string; ids?: number[]; listed?: number[] } = {},
  { kind = 'lawyers', code = '0' } = {},
) {
  const seed = await seedOf(DATE);
  const ids = (await orderOf(IDS, seed)).map(({ id }) => id);
  const listed = change.listed ?? ids.slice(0, 25);
  return async (path: string): Promise<unknown> =>
    path === `/${kind}/neutral-order`
      ? { data: { date: DATE, seed: change.seed ?? seed, next: [], ids: change.ids ?? ids } }
      : path.startsWith(`/lawyers?filters[SubCategory2][$eq]=${code}&sort=neutral%3A${DATE}&`)
        ? { data: listed.map((id) => ({ id })) }
        : null;
}

describe('the order of a day', () => {
  it('is computed from date and ids', async () => {
    const seed = await seedOf(DATE);
    expect(seed).toBe('e0e5d231ccddd785d98653eab864c337882b8441afebb03148b57dc0d904d426');
    const ranked = await orderOf([1, 2, 3], seed);
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map(({ rank }) => rank).toSorted());
    expect(ranked.map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('equals what the published source text computes', async () => {
    const shown = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${ORDER_CODE}\nexport { orderOfDay };`)}`
    )) as { orderOfDay(date: string, ids: readonly number[]): Promise<number[]> };
    const own = await orderOf(IDS, await seedOf(DATE));
    expect(await shown.orderOfDay(DATE, IDS)).toEqual(own.map(({ id }) => id));
  });
});

describe('the check of the order', () => {
  it('agrees with a correct server', async () => {
    const check = await checkOrder('lawyers', await server());
    expect(check).toMatchObject({
      date: DATE,
      count: 40,
      seedAgrees: true,
      orderAgrees: true,
      listed: 25,
      listAgrees: true,
    });
    expect(check.first).toHaveLength(10);
  });

  it('checks firms by their own ids and list', async () => {
    const firms = await server({}, { kind: 'firms', code: '1' });
    expect(await checkOrder('firms', firms)).toMatchObject({
      kind: 'firms',
      orderAgrees: true,
      listed: 25,
      listAgrees: true,
    });
    const moved = await server({ ids: IDS }, { kind: 'firms', code: '1' });
    expect(await checkOrder('firms', moved)).toMatchObject({ orderAgrees: false });
  });

  it('detects a wrong seed', async () => {
    expect(await checkOrder('lawyers', await server({ seed: 'ab' }))).toMatchObject({
      seedAgrees: false,
      orderAgrees: true,
    });
  });

  it('detects a moved profile in the published order and in the list', async () => {
    expect(await checkOrder('lawyers', await server({ ids: IDS }))).toMatchObject({ orderAgrees: false });
    const listed = (await orderOf(IDS, await seedOf(DATE))).map(({ id }) => id).slice(0, 25);
    const moved = [listed[1], listed[0], ...listed.slice(2)].flatMap((id) => id ?? []);
    expect(await checkOrder('lawyers', await server({ listed: moved }))).toMatchObject({
      orderAgrees: true,
      listAgrees: false,
    });
  });
});
