import { TextSizeSwitch } from '../../shared/ui/text-size.tsx';
import { ThemeChoice } from '../../shared/ui/theme-choice.tsx';

/** What a reader chooses for this device. Loaded when the menu is first opened: no page needs it before. */
export const MenuChoices = () => (
  <div className="menu-sheet__choices">
    <ThemeChoice />
    <TextSizeSwitch />
  </div>
);
