import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#shared/session/session.ts';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../frame.module.css';
import { menuPageOf } from './current-page.ts';
import { menuPages, MENU_GROUPS, type ConsolePage } from './known-pages.ts';
import { RailIcon } from './rail-icons.tsx';

/** Id of the rail, for the `popoverTarget` of the buttons that open it on phones. */
export const RAIL_ID = 'console-rail';

interface RailProps {
  isNarrow: boolean;
  onToggle: () => void;
}

/**
 * The menu of the console: a rail beside the page, on phones a drawer over it. Both are the same popover, which from
 * 48 rem on is shown always. It has the pages that the session may see.
 */
export function Rail({ isNarrow, onToggle }: RailProps) {
  const site = useSite();
  const rail = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const session = useSession();
  const { key } = useLocation();
  // A client navigation does not close a popover.
  useEffect(() => {
    const element = rail.current;
    return () => element?.hidePopover?.();
  }, [key]);
  // Again when the drawer opens: entries of a closed one have no place.
  useEffect(() => showCurrent(menu.current), [key, session]);
  return (
    <nav
      className={styles.rail}
      id={RAIL_ID}
      ref={rail}
      popover="auto"
      aria-label="Console"
      onToggle={() => showCurrent(menu.current)}
    >
      <p className={styles.railName}>
        <PageLink to="/console">{site.name}</PageLink>
        <button
          className={`icon-button ${styles.railClose}`}
          type="button"
          popoverTarget={RAIL_ID}
          popoverTargetAction="hide"
          aria-label="Close the menu"
        >
          ×
        </button>
      </p>
      <div className={styles.railMenu} ref={menu}>
        <Menu />
      </div>
      <button
        className={styles.railToggle}
        type="button"
        aria-pressed={isNarrow}
        aria-label="Narrow menu"
        title={isNarrow ? 'Show the names' : 'Show icons only'}
        onClick={onToggle}
      >
        {isNarrow ? '»' : '«'}
      </button>
    </nav>
  );
}

/** Scrolls the menu, and nothing else, until its current entry is in view. */
function showCurrent(menu: HTMLElement | null): void {
  const entry = menu?.querySelector('[aria-current]');
  if (menu == null || entry == null) return;
  const view = menu.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom)
    menu.scrollTop += (top + bottom) / 2 - (view.top + view.bottom) / 2;
}

/** The groups and their pages; nothing until the session is known. */
function Menu() {
  const session = useSession();
  const { pathname } = useLocation();
  const { data: options } = useOptionsQuery();
  if (session === null) return null;
  const current = menuPageOf(pathname);
  const shown = menuPages(session, options);
  return MENU_GROUPS.map((group) => {
    const pages = shown.filter(({ menu }) => menu?.[0] === group);
    return (
      pages.length > 0 && (
        <div key={group}>
          {group !== '' && <h2 className={styles.railGroup}>{group}</h2>}
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <RailLink page={page} isCurrent={page === current} />
              </li>
            ))}
          </ul>
        </div>
      )
    );
  });
}

function RailLink({ page: { path, title, menu }, isCurrent }: { page: ConsolePage; isCurrent: boolean }) {
  return (
    <PageLink to={path} title={title} aria-current={isCurrent ? 'page' : undefined}>
      {menu !== undefined && <RailIcon name={menu[1]} />}
      <span className={styles.railLabel}>{title}</span>
    </PageLink>
  );
}
