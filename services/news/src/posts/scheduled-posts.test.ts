import { describe, expect, it } from 'vitest';
import { createScheduledPosts } from './scheduled-posts.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minute));
const aDoc = (updated: number, published: number | null) => ({
  id: 1,
  updatedAt: at(updated).toISOString(),
  publishedAt: published === null ? null : at(published).toISOString(),
});

describe('scheduled posts', () => {
  it('are due once at their time', () => {
    const scheduled = createScheduledPosts();
    scheduled.note(1, aDoc(0, 5));
    const early = scheduled.due(at(0), at(4));
    const inTime = scheduled.due(at(4), at(5));
    scheduled.announced(inTime);
    expect([early, inTime, scheduled.due(at(5), at(9))]).toEqual([[], [1], []]);
  });

  it('are due once when their time passed before they were recorded', () => {
    const scheduled = createScheduledPosts();
    scheduled.note(1, aDoc(4, 5));
    const first = scheduled.due(at(6), at(7));
    scheduled.announced(first);
    scheduled.note(1, aDoc(4, 5));
    expect([first, scheduled.due(at(7), at(8))]).toEqual([[1], []]);
  });

  it('are not due late when they were hydrated, nor when their time is long past', () => {
    const scheduled = createScheduledPosts();
    scheduled.note(1, aDoc(4, 5));
    scheduled.loaded();
    scheduled.note(2, aDoc(4, 5));
    expect([scheduled.due(at(6), at(7)), scheduled.due(at(30), at(31))]).toEqual([[2], []]);
  });

  it('exclude posts published on saving, and those withdrawn or deleted since', () => {
    const scheduled = createScheduledPosts();
    scheduled.note(1, aDoc(5, 5));
    scheduled.note(2, aDoc(0, 5));
    scheduled.note(2, aDoc(1, null));
    scheduled.note(3, aDoc(0, 5));
    scheduled.note(3, null);
    expect(scheduled.due(at(0), at(9))).toEqual([]);
  });
});
