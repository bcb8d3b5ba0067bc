// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocks } from '../../testing/web-locks.ts';

// Two tabs of one browser: each has its own modules and store; they share storage, Web Locks and the channel.

async function openTab() {
  vi.resetModules();
  const { apiStore } = await import('../../testing/api-store.ts');
  const { keepSession } = await import('./session-sync.ts');
  const { readToken } = await import('./session-token.ts');
  const store = apiStore();
  return { store, readToken, keep: () => store.dispatch(keepSession()) };
}

const user = { id: 7, first_name: 'Asha', last_name: 'Rao' };
let refreshed: number;
let respond: () => void;

beforeEach(() => {
  refreshed = 0;
  localStorage.setItem('vidhi.session', 'in');
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/api/auth/refresh')) throw new Error(`Unexpected request: ${request.url}`);
    refreshed += 1;
    const jwt = `token-${refreshed}`;
    await new Promise<void>((resolve) => (respond = resolve));
    return Response.json({ jwt, user });
  });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('two tabs that open at once send one refresh request and have the same login', async () => {
  const tabs = [await openTab(), await openTab()] as const;
  const stops = tabs.map(({ keep }) => keep());
  await expect.poll(() => refreshed).toBe(1);
  respond();
  for (const { store, readToken } of tabs) {
    await expect.poll(() => store.getState().session.status).toBe('member');
    expect([readToken(), store.getState().session.session?.user.id]).toEqual(['token-1', 7]);
  }
  expect(refreshed).toBe(1);
  for (const stop of stops) stop();
});
