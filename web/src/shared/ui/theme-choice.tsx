import { useSyncExternalStore } from 'react';
import { readTheme, saveTheme, subscribeAppearance, THEMES, type Theme } from '../appearance/theme.ts';
import { HalfIcon, MoonIcon, SunIcon } from './icons.tsx';

const ICONS = { system: HalfIcon, light: SunIcon, dark: MoonIcon };
const NAMES = { system: 'Same as device', light: 'Light', dark: 'Dark' };
const onServer = (): Theme => 'system';

/** Buttons for the three colour schemes, with their names. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(subscribeAppearance, readTheme, onServer);
  return (
    <fieldset className="choices needs-script">
      <legend>Colours</legend>
      {THEMES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            className="choices__choice"
            aria-pressed={choice === theme}
            onClick={() => saveTheme(choice)}
          >
            <Icon /> {NAMES[choice]}
          </button>
        );
      })}
    </fieldset>
  );
}
