import { useState } from 'react';
import { TextSizeSwitch } from '#shared/ui/text-size.tsx';
import { saveTheme, type Theme } from '#shared/appearance/theme.ts';

const CHOICES: readonly Theme[] = ['system', 'light', 'dark'];

/** The rules of the `@media print` blocks of all style sheets. */
let printRules: readonly CSSMediaRule[] = [];

const printRulesIn = ({ cssRules }: CSSStyleSheet | CSSLayerBlockRule): CSSMediaRule[] =>
  [...cssRules].flatMap((rule) => {
    if (rule instanceof CSSLayerBlockRule) return printRulesIn(rule);
    return rule instanceof CSSMediaRule && rule.media.mediaText === 'print' ? [rule] : [];
  });

function findPrintRules(): readonly CSSMediaRule[] {
  if (printRules.length === 0) printRules = [...document.styleSheets].flatMap(printRulesIn);
  return printRules;
}

/** Switches colours, text size and the print styles on screen. */
export function AppearanceBar() {
  const [theme, setTheme] = useState<Theme>('system');
  const [isPrint, setPrint] = useState(false);
  const handleTheme = (choice: Theme) => {
    saveTheme(choice);
    setTheme(choice);
  };
  const handlePrint = () => {
    for (const rule of findPrintRules()) rule.media.mediaText = isPrint ? 'print' : 'all';
    setPrint(!isPrint);
  };
  return (
    <div className="kit-bar" role="toolbar" aria-label="Appearance">
      {CHOICES.map((choice) => (
        <button
          key={choice}
          className="button"
          type="button"
          aria-pressed={choice === theme}
          onClick={() => handleTheme(choice)}
        >
          {choice}
        </button>
      ))}
      <button className="button" type="button" aria-pressed={isPrint} onClick={handlePrint}>
        print
      </button>
      <TextSizeSwitch />
    </div>
  );
}
