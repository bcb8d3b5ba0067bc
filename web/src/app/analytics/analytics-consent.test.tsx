// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { press } from '../../testing/show-page.tsx';
import { AnalyticsConsent } from './analytics-consent.tsx';

const ANALYTICS = { script: 'https://stats.example/script.js', siteId: 'vidhi-1' };
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src]')];
const show = () => render(<AnalyticsConsent analytics={ANALYTICS} />);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  for (const script of scripts()) script.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('loads nothing before somebody has agreed, nor after a no, which it remembers', async () => {
  show();
  expect(screen.getByRole('region', { name: 'Counting of visits' }).textContent).toContain('stats.example');
  await press('No');
  expect(scripts()).toEqual([]);
  cleanup();
  show();
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByText(/does not count your visits/)).toBeTruthy();
  expect(scripts()).toEqual([]);
});

it('does not ask a browser that refuses tracking', () => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
  show();
  expect(screen.getByText(/does not count your visits/)).toBeTruthy();
  expect(scripts()).toEqual([]);
});

it('loads the script once agreed, and no more after a change of mind', async () => {
  const reload = vi.fn<() => void>();
  show();
  await press('Yes');
  expect(scripts().map(({ src, dataset }) => [src, dataset['websiteId']])).toEqual([
    ['https://stats.example/script.js', 'vidhi-1'],
  ]);
  vi.stubGlobal('location', { reload });
  await press('Change');
  await press('No');
  expect(reload).toHaveBeenCalledOnce();
  expect(localStorage.getItem('vidhi.analytics')).toBe('no');
});
