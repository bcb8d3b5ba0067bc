import { APPEARANCE_CHANGED_EVENT, TEXT_SIZE_KEY, THEME_KEY } from '../browser/boot-contract.ts';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'small' | 'normal' | 'large';

export const TEXT_SIZES: readonly TextSize[] = ['small', 'normal', 'large'];
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return THEMES.find((known) => known === theme) ?? 'system';
}

export function readTextSize(): TextSize {
  const { text } = document.documentElement.dataset;
  return TEXT_SIZES.find((known) => known === text) ?? 'normal';
}

export const saveTheme = (theme: Theme): void => save('theme', THEME_KEY, theme, 'system');
export const saveTextSize = (size: TextSize): void => save('text', TEXT_SIZE_KEY, size, 'normal');

function save(name: 'theme' | 'text', key: string, value: string, defaultValue: string): void {
  if (value === defaultValue) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (value === defaultValue) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is disabled: the choice is lost with the page.
  }
  document.dispatchEvent(new Event(APPEARANCE_CHANGED_EVENT));
}

/** Calls the listener after each change of colours or text size; returns a function that stops it. */
export function subscribeAppearance(listener: () => void): () => void {
  document.addEventListener(APPEARANCE_CHANGED_EVENT, listener);
  return () => document.removeEventListener(APPEARANCE_CHANGED_EVENT, listener);
}
