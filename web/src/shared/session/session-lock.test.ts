// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_HINT_KEY } from './session-hint.ts';
import { requestSessionLock } from './session-lock.ts';

const login = {
  token: 'new',
  session: { user: { id: 7, name: 'Asha Rao' }, role: 4, expiresAt: null },
};

/** Another tab of the origin, which may hold the lock. */
let release: (() => void) | null;
const locks = {
  waiting: [] as (() => void)[],
  async request(_name: string, options: { ifAvailable: true } | Work, work: Work = () => null) {
    if (typeof options !== 'function') return work(release === null ? {} : null);
    if (release !== null) await new Promise<void>((resolve) => void locks.waiting.push(resolve));
    return options({});
  },
};
type Work = (lock: object | null) => unknown;

beforeEach(() => {
  release = null;
  locks.waiting = [];
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => vi.unstubAllGlobals());

it('runs at once where no tab holds the lock', async () => {
  expect(await requestSessionLock(async (elsewhere) => elsewhere)).toBeNull();
});

it('passes on the login of the tab that held the lock before', async () => {
  release = () => locks.waiting.forEach((resolve) => resolve());
  const received = requestSessionLock(async (elsewhere) => elsewhere);
  await expect.poll(() => locks.waiting.length).toBe(1);
  const otherTab = new BroadcastChannel(SESSION_HINT_KEY);
  otherTab.postMessage(login);
  release();
  expect(await received).toEqual(login);
  otherTab.close();
});

it('passes null when the tab before has shared no login', async () => {
  release = () => locks.waiting.forEach((resolve) => resolve());
  const received = requestSessionLock(async (elsewhere) => elsewhere);
  await expect.poll(() => locks.waiting.length).toBe(1);
  release();
  expect(await received).toBeNull();
});
