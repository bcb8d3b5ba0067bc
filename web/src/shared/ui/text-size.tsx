import { useSyncExternalStore } from 'react';
import {
  TEXT_SIZES,
  readTextSize,
  saveTextSize,
  subscribeAppearance,
  type TextSize,
} from '../appearance/theme.ts';

const NAMES = { small: 'Smaller text', normal: 'Normal text', large: 'Larger text' };
const MARKS = { small: 'A−', normal: 'A', large: 'A+' };
const onServer = (): TextSize => 'normal';

/** Buttons for the size of article text, which is stored on the device. */
export function TextSizeSwitch() {
  const size = useSyncExternalStore(subscribeAppearance, readTextSize, onServer);
  return (
    <fieldset className="text-size needs-script" dir="ltr">
      <legend className="visually-hidden">Text size</legend>
      {TEXT_SIZES.map((choice) => (
        <button
          key={choice}
          type="button"
          className={`text-size__choice text-size__choice--${choice}`}
          aria-pressed={choice === size}
          aria-label={`${MARKS[choice]} ${NAMES[choice]}`}
          onClick={() => saveTextSize(choice)}
        >
          {MARKS[choice]}
        </button>
      ))}
    </fieldset>
  );
}
