// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './chunk-load-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('reloadOnce', () => {
  it('does not reload offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(reloadOnce()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });
  it('does not reload a URL twice', () => {
    sessionStorage.setItem('vidhi.fetched-anew', location.href);
    expect(reloadOnce()).toBe(false);
  });
});
