import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import '#shared/app-page/app-page.css';
import { useSite } from '#shared/site/site-context.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../frame.module.css';
import { trailOf } from './current-page.ts';
import { useShownPageName } from './page-name.ts';
import { Offline } from './offline.tsx';
import { RailIcon } from './rail-icons.tsx';
import { Rail, RAIL_ID } from './rail.tsx';
import { UserMenu } from './user-menu.tsx';
import { useRail } from './use-rail.ts';

const MAIN_ID = 'content';

/** The frame of every page of the console: skip link, menu, header, and the notices, which outlast a navigation. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const [isNarrow, toggleRail] = useRail();
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to the content
      </a>
      <div className={isNarrow ? `${styles.frame} ${styles.frameNarrow}` : styles.frame}>
        <Rail isNarrow={isNarrow} onToggle={toggleRail} />
        <div className={styles.frameBody}>
          <header className={styles.frameHead}>
            <button
              className={`icon-button ${styles.frameMenu}`}
              type="button"
              popoverTarget={RAIL_ID}
              aria-label="Menu"
            >
              <RailIcon name="list" />
            </button>
            <Breadcrumb />
            <div className={styles.frameTools} id="console-tools" />
            <UserMenu />
          </header>
          <main id={MAIN_ID} className={styles.frameMain} tabIndex={-1}>
            <NoticesProvider>{children}</NoticesProvider>
          </main>
        </div>
      </div>
      <Offline />
    </>
  );
}

/** The place of the page in the console. It names the document, too, after client navigations. */
function Breadcrumb() {
  const site = useSite();
  const { pathname } = useLocation();
  const trail = trailOf(pathname);
  const name = useShownPageName();
  const title = name ?? trail.at(-1)?.page.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} | ${site.name}`;
  }, [title, site.name]);
  return (
    <nav className={styles.trail} aria-label="Breadcrumb">
      <ol>
        {trail.map(({ page, pathname: path }) => (
          <li key={path}>
            {path === pathname ? (
              <span aria-current="page">{title}</span>
            ) : (
              <PageLink to={path}>{page.path === '/console' ? 'Console' : page.title}</PageLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
