import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aWork } from './article-work-builder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
