import { useSyncExternalStore } from 'react';
import { nextTheme, readTheme, saveTheme, subscribeAppearance, type Theme } from '../appearance/theme.ts';
import { HalfIcon, MoonIcon, SunIcon } from './icons.tsx';

const ICONS = { system: HalfIcon, light: SunIcon, dark: MoonIcon };
const NAMES = { system: 'same as device', light: 'light', dark: 'dark' };
const onServer = (): Theme => 'system';

/** A button that switches to the next colour scheme: system, light, dark. Hidden without scripts. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribeAppearance, readTheme, onServer);
  const Icon = ICONS[theme];
  return (
    <button className="icon-button needs-script" type="button" onClick={() => saveTheme(nextTheme(theme))}>
      <Icon />
      <span className="visually-hidden">Colours: {NAMES[theme]}. Press to change</span>
    </button>
  );
}
