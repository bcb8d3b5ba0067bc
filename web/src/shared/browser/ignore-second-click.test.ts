// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ignoreSecondClick } from './ignore-second-click.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Clicks the page; returns whether it hears of that. */
function click(clientX: number, detail = 1): boolean {
  const heard = vi.fn();
  document.body.addEventListener('click', heard, { once: true });
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY: 20, detail }));
  return heard.mock.calls.length > 0;
}

it('ignores a click at the same place', () => {
  ignoreSecondClick({ clientX: 100, clientY: 20 });
  expect([click(100), click(103)]).toEqual([false, false]);
});

it('hears clicks at another place, by the keyboard, and later ones', () => {
  ignoreSecondClick({ clientX: 100, clientY: 20 });
  expect([click(200), click(100, 0)]).toEqual([true, true]);
  vi.runAllTimers();
  expect(click(100)).toBe(true);
});

it('hears a click at the same place after something was typed', () => {
  ignoreSecondClick({ clientX: 100, clientY: 20 });
  document.body.dispatchEvent(new Event('input', { bubbles: true }));
  expect(click(100)).toBe(true);
});
