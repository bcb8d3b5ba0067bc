import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aWork, respond, stored } from './article-work-builder.ts';
import type { LocalCopy } from './local-copy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('typing', () => {
  it('is on this computer 300 ms after the last key', async () => {
    const { type, local, open } = aWork();
    await open();
    type('<p>tw</p>');
    await vi.advanceTimersByTimeAsync(299);
    expect(local.size).toBe(0);
    type('<p>two</p>');
    await vi.advanceTimersByTimeAsync(300);
    expect(local.get('post:41')?.values.content).toBe('<p>two</p>');
  });

  it('without a pause is on this computer after 500 ms at the latest, of which the page says nothing', async () => {
    const { work, type, local, open } = aWork();
    await open();
    const listener = vi.fn();
    work.subscribe(listener);
    for (let key = 1; key <= 14; key += 1) {
      type(`<p>${key}</p>`);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(local.get('post:41')?.values.content).toBe('<p>10</p>');
    expect([listener.mock.calls.length, work.getState().save]).toEqual([1, 'changed']);
    await vi.advanceTimersByTimeAsync(200);
    expect(local.get('post:41')?.values.content).toBe('<p>14</p>');
    expect(work.getState().save).toBe('local');
  });

  it('leaves nothing on this computer that the server has', async () => {
    const { work, type, local, open } = aWork();
    await open();
    type('<p>two</p>');
    await work.save();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([local.size, work.getState().save]).toEqual([0, 'saved']);
  });

  it('calls its listeners for the first key alone, until something is stored', async () => {
    const { work, type, open } = aWork();
    await open();
    const listener = vi.fn();
    work.subscribe(listener);
    for (const text of ['t', 'tw', 'two']) type(`<p>${text}</p>`);
    expect([listener.mock.calls.length, work.getState().save]).toEqual([1, 'changed']);
    await vi.advanceTimersByTimeAsync(300);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(work.getState()).toMatchObject({ save: 'local', values: { content: '<p>two</p>' } });
  });

  it('is on the server 5 s after the first key, and never in the article', async () => {
    const { type, server, open } = aWork(stored({}, { publishedAt: '2026-11-01T00:00:00Z' }));
    await open();
    for (let second = 0; second < 5; second += 1) {
      type(`<p>${second}</p>`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(server.copies).toMatchObject([{ values: { content: '<p>4</p>' }, base_rev: 1, tab: 'tab', n: 1 }]);
    expect(server.saves).toEqual([]);
  });

  it('creates a new article as a draft once it has a title, and not before', async () => {
    const { work, type, server, page, local, open } = aWork(null);
    await open();
    type('<p>text</p>');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([server.saves, local.size]).toEqual([[], 1]);
    work.change({ title: 'GST', slug: 'gst' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.saves).toEqual([{ title: 'GST', slug: 'gst', content: '<p>text</p>', publishedAt: null }]);
    expect([page.created, local.size, work.getState().save]).toEqual([[41], 0, 'saved']);
  });

  it('goes on while a save is under way, and is saved after it', async () => {
    const { work, type, server, open } = aWork();
    await open();
    type('<p>two</p>');
    server.during = () => type('<p>three</p>');
    await work.save();
    expect(server.saves).toEqual([{ content: '<p>two</p>' }]);
    expect(work.getState().save).toBe('changed');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.copies).toMatchObject([{ values: { content: '<p>three</p>' } }]);
  });

  it('is stored in this browser, and sent again, when the server fails', async () => {
    const { work, type, server, local, open } = aWork();
    await open();
    server.failure = respond(503);
    type('<p>two</p>');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([work.getState().save, local.size]).toEqual(['failed', 1]);
    server.failure = null;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.copies).toHaveLength(1);
    expect(work.getState().save).toBe('saved');
  });
});

describe('saving', () => {
  it('stores the changed attributes of a draft only', async () => {
    const { work, server, local, open } = aWork();
    await open();
    work.change({ tags: [4] });
    expect(await work.save()).toBe(true);
    expect(server.saves).toEqual([{ tags: [4] }]);
    expect([work.getState().changed, local.size]).toEqual([[], 0]);
  });

  it('has every attribute of the working copy, also one that is as it was again', async () => {
    const { work, server, open } = aWork();
    await open();
    work.change({ tags: [4], trending: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.copies).toMatchObject([{ values: { tags: [4], trending: true } }]);
    work.change({ tags: [] });
    await work.save();
    expect(server.saves).toEqual([{ tags: [], trending: true }]);
  });

  it('without a change is no error', async () => {
    const { work, server, open } = aWork();
    await open();
    expect(await work.save()).toBe(true);
    expect([server.saves, work.getState().save]).toEqual([[], 'saved']);
  });

  it('of a published article leaves it as it is, until its changes are published', async () => {
    const { work, type, server, open } = aWork(stored({}, { publishedAt: '2026-11-01T00:00:00Z' }));
    await open();
    type('<p>two</p>');
    await work.save();
    expect([server.saves.length, server.copies.length]).toEqual([0, 1]);
    expect(await work.publishChanges()).toBe(true);
    expect(server.saves).toEqual([{ content: '<p>two</p>' }]);
  });

  it('shows the errors of fields', async () => {
    const { work, server, open } = aWork();
    await open();
    server.failure = respond(400, { errors: [{ path: ['slug'], message: 'slug is reserved' }] });
    work.change({ slug: 'cart' });
    expect(await work.save()).toBe(false);
    expect(work.getState().fieldErrors).toEqual({ slug: 'slug is reserved' });
    work.change({ slug: 'carts' });
    expect(work.getState().fieldErrors).toEqual({});
  });

  it('stores both changes, and names the other person, when they are of different attributes', async () => {
    const { work, type, server, page, open } = aWork();
    await open();
    server.article = stored({ tags: [9] }, { etag: '"e2"' });
    type('<p>two</p>');
    expect(await work.save()).toBe(true);
    expect(server.article?.values).toMatchObject({ tags: [9], content: '<p>two</p>' });
    expect(work.getState().values.tags).toEqual([9]);
    expect(page.notices.join()).toContain('Meena');
  });

  it('asks when both changed the same block, and keeps the loser in the history', async () => {
    const { work, type, server, page, open } = aWork();
    await open();
    server.article = stored({ content: '<p>theirs</p>' }, { etag: '"e2"' });
    type('<p>mine</p>');
    expect(await work.save()).toBe(false);
    const { conflict, values } = work.getState();
    expect(conflict).toMatchObject({ by: 'Meena', text: [{ mine: '<p>mine</p>', theirs: '<p>theirs</p>' }] });
    expect(server.article?.values.content).toBe('<p>theirs</p>');
    await work.resolve({ ...values, content: '<p>theirs</p>' });
    expect(page.content).toBe('<p>theirs</p>');
    expect(server.losers).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
    expect(await work.save()).toBe(true);
  });
});

describe('a change of the state', () => {
  it('publishes the changes of the page in the same write', async () => {
    const { work, type, server, open } = aWork();
    await open();
    type('<p>two</p>');
    expect(await work.move('publish')).toBe(true);
    expect(server.moves).toEqual([{ name: 'publish', copy: 1 }]);
    expect(server.saves).toEqual([{ content: '<p>two</p>', publishedAt: '2026-11-28T10:00:00Z' }]);
    expect(work.getState()).toMatchObject({ changed: [], save: 'saved' });
  });

  it('stores a new article first, as a draft', async () => {
    const { work, server, page, open } = aWork(null);
    await open();
    work.change({ title: 'GST', slug: 'gst' });
    expect(await work.move('publish')).toBe(true);
    expect(server.saves[0]).toEqual({ title: 'GST', slug: 'gst', publishedAt: null });
    expect([page.created, server.moves]).toEqual([[41], [{ name: 'publish', copy: null }]]);
  });

  it('of a draft has its changes, and that of a published article leaves them in the working copy', async () => {
    const draft = aWork();
    await draft.open();
    draft.type('<p>two</p>');
    expect(await draft.work.move('submit', { reviewer: 7 })).toBe(true);
    expect(draft.server.article?.values.content).toBe('<p>two</p>');

    const { work, type, server, open } = aWork(stored({}, { publishedAt: '2026-11-01T00:00:00Z' }));
    await open();
    type('<p>two</p>');
    await work.save();
    expect(await work.move('unpublish')).toBe(true);
    expect([server.moves, server.article?.values.content]).toEqual([
      [{ name: 'unpublish', copy: null }],
      '<p>one</p>',
    ]);
    expect(work.getState().values.content).toBe('<p>two</p>');
  });

  it('is not made where somebody else has written the working copy meanwhile', async () => {
    const { work, type, server, open } = aWork();
    await open();
    server.seq = 7;
    type('<p>two</p>');
    expect(await work.move('publish')).toBe(false);
    expect([server.moves, work.getState().writer]).toMatchObject([[], { name: 'Meena' }]);
  });

  it('merges first with what somebody else has stored', async () => {
    const { work, type, server, open } = aWork();
    await open();
    server.article = stored({ tags: [9] }, { etag: '"e2"' });
    type('<p>two</p>');
    expect(await work.move('publish')).toBe(true);
    expect(server.article?.values).toMatchObject({ tags: [9], content: '<p>two</p>' });
  });

  it('that the present state does not allow shows this state, and says it in plain words', async () => {
    const { work, server, open } = aWork();
    await open();
    server.article = stored({}, { publishedAt: '2026-11-01T00:00:00Z', etag: '"e2"' });
    server.rejection = respond(409, { state: 'published', allowed: ['unpublish'] });
    expect(await work.move('submit')).toBe(false);
    expect(work.getState()).toMatchObject({
      save: 'failed',
      problem: 'Somebody was faster: the article is published now. Have a look, and decide again',
      stored: { publishedAt: '2026-11-01T00:00:00Z' },
    });
  });

  it.each([
    [{ embargo_until: '2026-12-01T04:30:00.000Z' }, 409, /^Under embargo until 1 Dec 2026, 10:00 am India/],
    [{}, 503, /Your text is safe/],
  ])('that fails says why: %j', async (details, status, text) => {
    const { work, server, open } = aWork();
    await open();
    server.rejection = respond(status, details);
    expect(await work.move('publish')).toBe(false);
    expect(work.getState().problem).toMatch(text);
  });
});

describe('opening', () => {
  it('shows what was typed before a crash, and says when', async () => {
    const article = stored();
    const local = new Map<string, LocalCopy>([
      [
        'post:41',
        { values: { ...article.values, content: '<p>typed</p>' }, base: article.values, etag: '"e1"', at: 5 },
      ],
    ]);
    const { work, page, open } = aWork(article, { local });
    await open();
    expect([page.content, work.getState().restoredFrom, work.getState().changed]).toEqual([
      '<p>typed</p>',
      5,
      ['content'],
    ]);
    await work.discard();
    expect([page.content, local.size]).toEqual(['<p>one</p>', 0]);
  });

  it('keeps what is given up before it was on the server in the history, and here where it cannot', async () => {
    const { work, type, server, page, local, open } = aWork();
    await open();
    type('<p>mine</p>');
    await work.flush();
    server.failure = respond(503);
    await work.discard();
    expect([page.content, local.size]).toEqual(['<p>mine</p>', 1]);
    expect(work.getState().problem).toMatch('Your text is safe');
    server.failure = null;
    await work.discard();
    expect([page.content, local.size]).toEqual(['<p>one</p>', 0]);
    expect(server.losers).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
  });

  it('merges what was typed before a crash with what others have saved since', async () => {
    const article = stored({ tags: [9] }, { etag: '"e2"' });
    const base = stored().values;
    const local = new Map<string, LocalCopy>([
      ['post:41', { values: { ...base, content: '<p>typed</p>' }, base, etag: '"e1"', at: 5 }],
    ]);
    const { work, open } = aWork(article, { local });
    await open();
    expect(work.getState().values).toMatchObject({ tags: [9], content: '<p>typed</p>' });
  });
});
