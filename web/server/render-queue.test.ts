import { describe, expect, it } from 'vitest';
import { createRenderQueue } from './render-queue.ts';

describe('createRenderQueue', () => {
  it('gives what the work gives, in the order asked', async () => {
    const enqueueRender = createRenderQueue(1_000);
    const order: number[] = [];
    const work = (number: number) => enqueueRender(() => order.push(number));
    const results = await Promise.all([work(1), work(2), work(3)]);
    expect(order).toEqual([1, 2, 3]);
    expect(results.every(({ ok }) => ok)).toBe(true);
  });
  it('names a failure and goes on with the next', async () => {
    const enqueueRender = createRenderQueue(1_000);
    const error = new Error('planted');
    const broken = enqueueRender(() => {
      throw error;
    });
    const fine = enqueueRender(() => 'page');
    expect(await broken).toEqual({ ok: false, reason: 'failed', error });
    expect(await fine).toEqual({ ok: true, value: 'page' });
  });
  it('begins what nobody is ahead of, however long the machine slept', async () => {
    const times = [0, 5_000];
    const enqueueRender = createRenderQueue(50, () => times.shift() ?? 5_000);
    expect(await enqueueRender(() => 'page')).toEqual({ ok: true, value: 'page' });
  });
  it('does not begin work that waited longer than its budget', async () => {
    let now = 0;
    const enqueueRender = createRenderQueue(50, () => now);
    const slow = enqueueRender(() => {
      now += 60;
      return 'slow';
    });
    let begun = false;
    const late = enqueueRender(() => {
      begun = true;
    });
    expect(await slow).toEqual({ ok: true, value: 'slow' });
    expect(await late).toEqual({ ok: false, reason: 'late' });
    expect(begun).toBe(false);
  });
});
