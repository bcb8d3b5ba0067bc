import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '#shared/api/problem.ts';
import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient, WorkingCopy } from './article-client.ts';
import { EMPTY_ARTICLE, type ArticleValues, type StoredArticle } from './article-values.ts';
import { createArticleWork } from './article-work.ts';
import type { LocalCopy } from './local-copy.ts';
import { mergeArticles } from './merge-articles.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const respond = (status: number, details: object = {}): StaffResponse => ({
  status,
  isOk: status < 400 && status > 0,
  body: null,
  etag: null,
  problem: problemOf(status, { error: { name: 'Error', message: `no ${status}`, details } }),
  details: details as Record<string, unknown>,
});

const stored = (values: Partial<ArticleValues> = {}, rest: Partial<StoredArticle> = {}): StoredArticle => ({
  id: 41,
  values: { ...EMPTY_ARTICLE, title: 'GST', slug: 'gst', content: '<p>one</p>', ...values },
  publishedAt: null,
  stage: null,
  archivedAt: null,
  reviewer: null,
  updatedAt: null,
  takedown: null,
  corrections: [],
  authorName: null,
  picture: null,
  categories: [],
  tags: [],
  etag: '"e1"',
  ...rest,
});

/** A service with one article, and the work of one tab on it. */
function aWork(
  article: StoredArticle | null = stored(),
  { hasCopies = true, local = new Map<string, LocalCopy>() } = {},
) {
  const server = {
    article,
    seq: 0,
    copies: [] as object[],
    /** The working copy of another tab. */
    copy: null as WorkingCopy | null,
    saves: [] as object[],
    losers: [] as object[],
    moves: [] as object[],
    /** Answer to every move. */
    rejection: null as StaffResponse | null,
    failure: null as StaffResponse | null,
    /** Runs while a save is under way. */
    during: () => {},
  };
  const save = (data: Partial<ArticleValues> & { publishedAt?: string | null }, etag: string | null) => {
    if (server.failure !== null) return { failure: server.failure };
    server.during();
    const current = server.article;
    if (current !== null && etag !== null && etag !== current.etag)
      return { failure: respond(412, { by: { id: 2, name: 'Meena' } }) };
    const { publishedAt = current?.publishedAt ?? null, ...values } = data;
    server.saves.push(data);
    const next = Number(/\d+/.exec(current?.etag ?? '0')?.[0] ?? 0) + 1;
    server.article = {
      ...stored(),
      ...current,
      publishedAt,
      values: { ...(current?.values ?? EMPTY_ARTICLE), ...values },
      etag: `"e${next}"`,
    };
    return { value: server.article };
  };
  const client = {
    load: async () => ({ value: server.article ?? stored() }),
    create: async (data: object) => save(data, null),
    save: async (_id: number, data: object, etag: string | null) => save(data, etag),
    move: async (_id: number, name: string, _body: object, etag: string | null, copy: number | null) => {
      server.moves.push({ name, copy });
      if (server.rejection !== null) return { failure: server.rejection };
      const { values = {} } = (copy === null ? {} : (server.copies.at(-1) ?? {})) as { values?: object };
      const publishedAt = name === 'publish' ? '2026-11-28T10:00:00Z' : null;
      return save({ ...values, publishedAt }, etag);
    },
    loadCopy: async () => (hasCopies ? { copy: server.copy, seq: server.seq } : null),
    saveCopy: async (_id: number, data: object, seq: number) => {
      if (server.failure !== null) return server.failure;
      if (seq !== server.seq)
        return respond(412, { seq: server.seq, by: { id: 2, name: 'Meena' }, at: 'now' });
      server.seq += 1;
      server.copies.push(data);
      return { ...respond(200), body: { data: { seq: server.seq } } };
    },
    discardCopy: async () => respond(200),
    keepLoser: async (_id: number, data: object) => {
      server.losers.push(data);
      return respond(200);
    },
  } as unknown as ArticleClient;
  const page = {
    content: article?.values.content ?? '',
    notices: [] as string[],
    created: [] as number[],
    outdated: [] as number[],
  };
  const work = createArticleWork({
    client,
    copies: {
      save: async (key, copy) => void local.set(key, copy),
      find: async (prefix) => [...local].filter(([key]) => key === prefix),
      remove: async (key) => void local.delete(key),
    },
    keyOf: (id) => `post:${id ?? 'new'}`,
    readContent: () => page.content,
    writeContent: (html) => void (page.content = html),
    onCreated: (id) => void page.created.push(id),
    onNotice: (text) => void page.notices.push(text),
    onOutdated: (id) => void page.outdated.push(id),
    merge: async (...versions) => mergeArticles(...versions),
    tab: 'tab',
    now: () => Date.now(),
  });
  const type = (html: string): void => {
    page.content = html;
    work.touchContent();
  };
  return { work, server, page, local, type, open: () => work.open(article, null, hasCopies ? 0 : null) };
}

describe('typing', () => {
  it('is on this computer 300 ms after the last key', async () => {
    const { type, local, open } = aWork();
    await open();
    type('<p>tw</p>');
    await vi.advanceTimersByTimeAsync(299);
    type('<p>two</p>');
    await vi.advanceTimersByTimeAsync(299);
    expect(local.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(local.get('post:41')?.values.content).toBe('<p>two</p>');
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

describe('another tab that writes the same article', () => {
  it('is named, and its text is not overwritten until somebody takes over', async () => {
    const { work, type, server, open } = aWork();
    await open();
    server.seq = 7;
    type('<p>two</p>');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work.getState().writer).toMatchObject({ name: 'Meena' });
    type('<p>three</p>');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.copies).toEqual([]);
    await work.takeOver();
    expect(server.copies).toMatchObject([{ values: { content: '<p>three</p>' } }]);
  });

  it('is followed from its text by somebody who takes over and has typed nothing', async () => {
    const { work, page, server, open } = aWork();
    await open();
    server.seq = 7;
    server.copy = {
      seq: 7,
      baseRev: '1',
      by: { id: 2, name: 'Meena' },
      at: 'now',
      tab: 'other',
      values: { content: '<p>hers</p>' },
    };
    work.noteWriter({ id: 2, name: 'Meena', since: 'now' }, Date.now());
    expect(work.getState().writer).toMatchObject({ id: 2, name: 'Meena' });
    await work.takeOver();
    expect([page.content, work.getState().writer]).toEqual(['<p>hers</p>', null]);
    expect(server.copies).toMatchObject([{ tab: 'tab', values: { content: '<p>hers</p>' } }]);
  });

  it('has the article read again once it is gone, unless something was typed here', async () => {
    const { work, page, type, open } = aWork();
    await open();
    work.noteWriter(null, Date.now());
    expect(page.outdated).toEqual([]);
    work.noteWriter({ id: 2, name: 'Meena', since: 'now' }, Date.now());
    type('<p>mine</p>');
    work.noteWriter(null, Date.now());
    expect([page.outdated, work.getState().writer]).toMatchObject([[], { name: 'Meena' }]);
    type('<p>one</p>');
    work.noteWriter(null, Date.now());
    expect(page.outdated).toEqual([41]);
  });

  it('is not believed to write after this tab did', async () => {
    const { work, type, open } = aWork();
    await open();
    const before = Date.now() - 1;
    type('<p>two</p>');
    await vi.advanceTimersByTimeAsync(5_000);
    work.noteWriter({ id: 2, name: 'Meena', since: 'now' }, before);
    expect(work.getState().writer).toBeNull();
  });
});
