import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

// Steps of a user without a pointer.

const MAX_TAB_STOPS = 120;

/** Waits for the first of these elements and presses Tab, or Shift+Tab, until it has the focus. */
export async function tabTo(page: Page, targets: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const target = targets.first();
  await target.waitFor({ state: 'attached' });
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${target.toString()}`);
}

/** Moves the focus to a button or link, waits until it is enabled (also by aria-disabled) and presses Enter. */
export async function enter(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await expect.poll(() => target.first().isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
}

export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);
