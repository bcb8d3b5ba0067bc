import { describe, expect, it } from 'vitest';
import { createRenderQueue } from './render-queue.ts';

describe('createRenderQueue', () => {
  it('resolves with the results of the jobs, which run in the order they were queued', async () => {
    const enqueueRender = createRenderQueue(1_000);
    const order: number[] = [];
    const work = (number: number) => enqueueRender(() => order.push(number));
    const results = await Promise.all([work(1), work(2), work(3)]);
    expect(order).toEqual([1, 2, 3]);
    expect(results.every(({ ok }) => ok)).toBe(true);
  });
  it('resolves with the error of a failed job and runs the next', async () => {
    const enqueueRender = createRenderQueue(1_000);
    const error = new Error('planted');
    const broken = enqueueRender(() => {
      throw error;
    });
    const fine = enqueueRender(() => 'page');
    expect(await broken).toEqual({ ok: false, reason: 'failed', error });
    expect(await fine).toEqual({ ok: true, value: 'page' });
  });
  it('runs a job that found the queue empty, however long it has waited', async () => {
    const times = [0, 5_000];
    const enqueueRender = createRenderQueue(50, () => times.shift() ?? 5_000);
    expect(await enqueueRender(() => 'page')).toEqual({ ok: true, value: 'page' });
  });
  it('does not run a job that has waited behind others for longer than the budget', async () => {
    let now = 0;
    const enqueueRender = createRenderQueue(50, () => now);
    const slow = enqueueRender(() => {
      now += 60;
      return 'slow';
    });
    let hasRun = false;
    const late = enqueueRender(() => {
      hasRun = true;
    });
    expect(await slow).toEqual({ ok: true, value: 'slow' });
    expect(await late).toEqual({ ok: false, reason: 'late' });
    expect(hasRun).toBe(false);
  });
});
