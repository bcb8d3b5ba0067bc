import { beforeEach, describe, expect, it } from 'vitest';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { newsEvents } from '../events/news-events.ts';
import { newsTopics } from '../topics.ts';
import { createExpiringPosts, withdrawExpired } from './expiring-posts.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minute));
const aDoc = (end: number | null, publishedAt: string | null = at(0).toISOString()): StoredDocument => ({
  id: 1,
  publishedAt,
  unpublish_at: end === null ? null : at(end).toISOString(),
});

describe('expiring posts', () => {
  it('are due from their time on, until they are withdrawn', () => {
    const expiring = createExpiringPosts();
    expiring.note(1, aDoc(5));
    const due = [4, 5, 900].map((minute) => expiring.due(at(minute)));
    expiring.note(1, aDoc(null, null));
    expect([...due, expiring.due(at(6))]).toEqual([[], [1], [1], []]);
  });

  it('exclude drafts, deleted posts and those that stay', () => {
    const expiring = createExpiringPosts();
    for (const doc of [aDoc(5, null), null, aDoc(null)]) {
      expiring.note(1, aDoc(5));
      expiring.note(1, doc);
      expect(expiring.due(at(9))).toEqual([]);
    }
  });
});

describe('the withdrawal of an expired post', () => {
  let store: MemoryContentStore;
  const put: StoredDocument[] = [];
  const live = { put: (_name: string, doc: StoredDocument) => void put.push(doc) };
  beforeEach(async () => {
    store = memoryContentStore(newsEvents(newsTopics('')), () => at(6));
    await store.create(postCollection, { title: 'A', slug: 'a', ...aDoc(5) });
  });

  it('is one write, which readers hear of', async () => {
    await withdrawExpired(store, live, 1, at(6));
    await withdrawExpired(store, live, 1, at(6));
    const found = await store.find(postCollection, 1);
    expect(found?.doc).toMatchObject({ publishedAt: null, unpublish_at: null });
    expect(store.events.map(({ type }) => type)).toEqual(['post.published', 'post.withdrawn']);
    expect(put.at(-1)).toMatchObject({ publishedAt: null });
    expect((await store.findEditing(postCollection, 1))?.edit).toMatchObject({ kind: 'unpublish', by: null });
  });

  it('leaves a post alone that stays longer by now', async () => {
    await store.update(postCollection, 1, () => ({ unpublish_at: at(30).toISOString() }));
    await withdrawExpired(store, live, 1, at(6));
    expect((await store.find(postCollection, 1))?.doc.publishedAt).toBe(at(0).toISOString());
  });
});
