// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './chunk-load-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('a page whose module is missing', () => {
  it('is not asked of the server without a network, so that what is open stays', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(reloadOnce()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });
  it('is not asked of the server again at the same address', () => {
    sessionStorage.setItem('vidhi.fetched-anew', location.href);
    expect(reloadOnce()).toBe(false);
  });
});
