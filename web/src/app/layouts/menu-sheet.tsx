import { useEffect, useRef, useState, type ComponentType, type ToggleEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { CategoryTree } from '../../features/news/components/category-tree.tsx';
import { useLayoutQuery } from '#shared/site/site-api.ts';
import { LayoutLink } from './layout-link.tsx';
import * as styles from './menu-sheet.module.css';

/** Id of the sheet, for the `popoverTarget` of the buttons that open it. */
export const MENU_SHEET_ID = 'menu-sheet';

/** The menu of the whole site, as a popover that works without scripts. */
export function MenuSheet() {
  const sheet = useRef<HTMLDivElement>(null);
  const [Choices, setChoices] = useState<ComponentType | null>(null);
  const { data: layout } = useLayoutQuery();
  const { key } = useLocation();
  // A client navigation does not close a popover.
  useEffect(() => {
    const element = sheet.current;
    return () => element?.hidePopover?.();
  }, [key]);
  const handleToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'closed') return;
    import('./menu-choices.tsx').then(
      ({ MenuChoices }) => setChoices(() => MenuChoices),
      // The menu works without them.
      () => undefined,
    );
  };
  return (
    <div className={styles.menuSheet} id={MENU_SHEET_ID} ref={sheet} popover="auto" onToggle={handleToggle}>
      <div className={styles.menuSheetHead}>
        <p className="rubric">Menu</p>
        <button
          className={`icon-button ${styles.menuSheetClose}`}
          type="button"
          popoverTarget={MENU_SHEET_ID}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          ×
        </button>
      </div>
      <nav className={styles.menuSheetContent} aria-label="Menu">
        <h2 className="rubric">Categories</h2>
        <CategoryTree />
        <h2 className="rubric">Sections</h2>
        <ul className={styles.menuSheetLinks}>
          {layout?.menu.map((link) => (
            <li key={link.path}>
              <LayoutLink link={link} />
            </li>
          ))}
        </ul>
      </nav>
      {Choices !== null && <Choices />}
    </div>
  );
}
