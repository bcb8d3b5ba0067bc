// @vitest-environment jsdom
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import '../features/news/news-api.ts';
import '#shared/site/site-api.ts';
import { articleRead, categoryRead, listRead } from '../features/news/news-reads.ts';
import { aPost, fakeApi } from '../testing/fake-api.ts';
import { prefetchPage } from './prefetch.ts';
import { createStore, selectData } from './store.ts';

let calls: string[];
beforeEach(() => {
  calls = [];
  const respond = fakeApi({ posts: [aPost(1), aPost(2)], options: {} });
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url, 'http://localhost');
    const path = decodeURI(url.pathname.replace('/api', '') + url.search);
    calls.push(path);
    return Response.json(await respond(path));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (path: string) => new URL(path, 'http://localhost');

describe('prefetchPage', () => {
  it('loads all data of a list', async () => {
    const store = createStore();
    await prefetchPage(store, at('/news/gst?page=1'));
    expect(selectData(store.getState(), categoryRead, 'gst')?.name).toBe('GST');
    expect(selectData(store.getState(), listRead, { category: 'gst', page: 1 })?.cards).toHaveLength(2);
  });
  it('requests nothing twice', async () => {
    const store = createStore();
    await prefetchPage(store, at('/gst/report-1'));
    expect(selectData(store.getState(), articleRead, 'report-1')?.title).toBe('Report 1');
    const before = calls.length;
    await prefetchPage(store, at('/gst/report-1'));
    expect(calls).toHaveLength(before);
  });
  it('revalidates data that is older than a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = createStore();
    await prefetchPage(store, at('/gst/report-1'));
    const before = calls.length;
    vi.setSystemTime(Date.now() + 61_000);
    await prefetchPage(store, at('/gst/report-1'));
    expect(calls.slice(before).toSorted()).toEqual(calls.slice(0, before).toSorted());
  });
});
