// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { useViewCount } from './use-view-count.ts';

function Article({ id }: { id: number }) {
  useViewCount(id, 7);
  return <p>Words of report {id}</p>;
}

const show = (id: number) =>
  render(
    <Provider store={apiStore()}>
      <Article id={id} />
    </Provider>,
  );

let requested: string[];
beforeEach(() => {
  sessionStorage.clear();
  requested = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requested.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`);
    return Response.json({ data: null });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a view', () => {
  it('is registered once a session', async () => {
    show(4);
    cleanup();
    show(4);
    show(5);
    await expect
      .poll(() => requested)
      .toEqual([
        'PUT /api/posts/4 {"data":{"views_count":8}}',
        'PUT /api/posts/5 {"data":{"views_count":8}}',
      ]);
  });

  it('is sent once more when it counts with the cookie that the response has set', async () => {
    vi.stubGlobal('fetch', async ({ method }: Request) => {
      requested.push(method);
      return Response.json({ data: null }, { headers: { 'x-view-repeat': 'true' } });
    });
    show(4);
    await expect.poll(() => requested).toEqual(['PUT', 'PUT']);
    cleanup();
    show(4);
    expect(requested).toEqual(['PUT', 'PUT']);
  });

  it('renders the article when storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    show(4);
    expect(screen.getByText('Words of report 4')).toBeTruthy();
    expect(requested).toEqual([]);
  });
});
