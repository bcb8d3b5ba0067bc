import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PresentState } from '@vidhi/contracts/presence.ts';
import type { StoredArticle } from './article-values.ts';
import { aWork, respond, stored } from './article-work-builder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIVE = '2020-11-01T00:00:00.000Z';
const ORDER = { order_number: 'W.P.(C) 1/2026', court: 'High Court of Delhi', ordered_on: '2026-11-01' };

/** Returns the part of a heartbeat about an article. */
const saidOf = ({ publishedAt, stage, archivedAt, takedown }: StoredArticle, by = 'Meena'): PresentState => ({
  publishedAt,
  stage,
  archived_at: archivedAt,
  is_withheld: takedown !== null,
  moved_by: by,
});

describe('an open article', () => {
  it.each<[string, Partial<StoredArticle>, Partial<StoredArticle>]>([
    ['unpublished by Meena', { publishedAt: LIVE }, { publishedAt: null }],
    [
      'taken down by the order of a court by Meena',
      { publishedAt: LIVE },
      { publishedAt: null, takedown: ORDER },
    ],
    ['lifted by Meena', { archivedAt: LIVE, takedown: ORDER }, { archivedAt: LIVE }],
    ['moved to the archive by Meena', { publishedAt: LIVE }, { publishedAt: null, archivedAt: LIVE }],
    ['published by Meena', {}, { publishedAt: LIVE }],
    ['sent back by Meena', { stage: 'in_review' }, { stage: 'changes_requested' }],
  ])('that somebody has %s meanwhile says so, and keeps what is typed', async (text, before, after) => {
    const { work, type, page, server, open } = aWork(stored({}, before));
    await open();
    type('<p>mine</p>');
    server.article = stored({}, { ...after, etag: '"e2"' });
    work.noteServer(saidOf(server.article), Date.now());
    await vi.advanceTimersByTimeAsync(0);
    const { moved, stored: shown } = work.getState();
    expect(moved).toContain(text);
    expect(shown).toMatchObject(after);
    expect(page.content).toBe('<p>mine</p>');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.copies).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
    work.acknowledge();
    expect(work.getState().moved).toBeNull();
  });

  it('says nothing of what is as it was, nor of what was said before its own last move', async () => {
    const { work, server, open } = aWork();
    await open();
    const before = saidOf(stored());
    work.noteServer(before, Date.now());
    const sentAt = Date.now() - 1;
    expect(await work.move('publish')).toBe(true);
    work.noteServer(before, sentAt);
    await vi.advanceTimersByTimeAsync(0);
    expect(work.getState().moved).toBeNull();
    expect(work.getState().stored?.publishedAt).toBe(server.article?.publishedAt);
  });

  it('that somebody has deleted says so, and stores nothing more until it is restored', async () => {
    const { work, type, server, local, open } = aWork();
    await open();
    server.isDeleted = true;
    work.noteServer('gone', Date.now());
    await vi.advanceTimersByTimeAsync(0);
    expect(work.getState().isGone).toBe(true);
    type('<p>mine</p>');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await work.save()).toBe(false);
    expect([server.copies, local.get('post:41')?.values.content]).toEqual([[], '<p>mine</p>']);
    expect(work.getState().save).toBe('local');
    server.failure = respond(403);
    expect(await work.restoreDeleted()).toMatch('Somebody who publishes can restore it');
    server.failure = null;
    expect(await work.restoreDeleted()).toBeNull();
    expect(server.copies).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
    expect(work.getState()).toMatchObject({ isGone: false, save: 'saved' });
  });

  it('finds out with a save that it is deleted', async () => {
    const { work, type, server, open } = aWork();
    await open();
    server.isDeleted = true;
    type('<p>mine</p>');
    expect(await work.save()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(work.getState()).toMatchObject({ isGone: true, save: 'local', problem: null });
  });
});

describe('a save', () => {
  it('of a draft that somebody has published meanwhile changes nothing that readers see', async () => {
    const { work, type, server, open } = aWork();
    await open();
    type('<p>mine</p>');
    server.article = stored({}, { publishedAt: LIVE, etag: '"e2"' });
    expect(await work.save()).toBe(false);
    expect([server.saves, server.article.values.content]).toEqual([[], '<p>one</p>']);
    expect(server.copies).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
    expect(work.getState().moved).toMatch('This article was published');
    expect(await work.publishChanges()).toBe(true);
    expect(server.article.values.content).toBe('<p>mine</p>');
    expect(work.getState().moved).toBeNull();
  });

  it('before a move does not go live either', async () => {
    const { work, type, server, open } = aWork();
    await open();
    type('<p>mine</p>');
    server.article = stored({}, { publishedAt: LIVE, etag: '"e2"' });
    expect(await work.move('submit')).toBe(false);
    expect([server.saves, server.moves]).toEqual([[], []]);
  });

  it('of changes to be published does not say that they are, where somebody has withdrawn the article', async () => {
    const { work, type, server, open } = aWork(stored({}, { publishedAt: LIVE }));
    await open();
    type('<p>mine</p>');
    server.article = stored({}, { etag: '"e2"' });
    expect(await work.publishChanges()).toBe(false);
    expect(server.saves).toEqual([]);
    expect(work.getState().moved).toMatch('This article was unpublished');
    expect(server.copies).toMatchObject([{ values: { content: '<p>mine</p>' } }]);
  });
});
