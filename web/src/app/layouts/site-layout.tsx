import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { AccountMenu } from '../../features/account/components/account-menu.tsx';
import { SearchBox } from '../../features/news/components/search-box.tsx';
import { SectionMenu } from '../../features/news/components/section-menu.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { MenuIcon } from '#shared/ui/icons.tsx';
import { OfflineNotice } from '#shared/ui/offline-notice.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { ThemeSwitch } from '#shared/ui/theme-switch.tsx';
import { CartLink } from './cart-link.tsx';
import { MENU_SHEET_ID, MenuSheet } from './menu-sheet.tsx';
import { ServiceMenu } from './service-menu.tsx';
import { SiteFoot } from './site-foot.tsx';
import * as styles from './masthead.module.css';

const MAIN_ID = 'content';

const focusContent = (): void => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });

/** The layout of every page: skip link, masthead, sections, footer. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const isFront = useLocation().pathname === paths.home();
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to the content
      </a>
      <Masthead />
      {isFront && <Nameplate />}
      <Sections />
      <main id={MAIN_ID} className="page" tabIndex={-1}>
        {children}
      </main>
      <HydratedApart>
        <SiteFoot />
      </HydratedApart>
      <OfflineNotice />
    </>
  );
}

/** The sticky bar at the top. */
function Masthead() {
  const site = useSite();
  const { data: settings } = useSettingsQuery();
  return (
    <header className={styles.masthead}>
      <div className={styles.mastheadInner}>
        <button className={styles.mastheadMenu} type="button" aria-label="Menu" popoverTarget={MENU_SHEET_ID}>
          <MenuIcon />
          <span className={styles.mastheadWord}>Menu</span>
        </button>
        <p className={styles.mastheadName}>
          <PageLink to={paths.home()}>{site.name}</PageLink>
        </p>
        <div className={styles.mastheadSearch}>
          <SearchBox id="search-masthead" />
        </div>
        <div className={styles.mastheadActions}>
          <ThemeSwitch />
          <CartLink />
          <AccountMenu hasLogin={settings?.showAuth === true} onLogout={focusContent} />
        </div>
      </div>
      <MenuSheet />
    </header>
  );
}

/** The site's name above the front page; hidden on phones, which show it in the masthead. */
function Nameplate() {
  const site = useSite();
  return (
    <div className={styles.nameplate}>
      <h1 className={styles.nameplateName}>{site.name}</h1>
      <p className={styles.nameplateTagline}>{site.tagline}</p>
    </div>
  );
}

/** The categories that fit on one line, a button for the menu of all where some do not, and the other parts of the site. */
const Sections = () => (
  <div className={styles.sections}>
    <div className={styles.sectionsInner}>
      <nav className={styles.sectionsMenu} aria-label="Categories">
        <div className={styles.sectionsFit}>
          <SectionMenu />
          <button className={styles.sectionsMore} type="button" popoverTarget={MENU_SHEET_ID}>
            More <span className="visually-hidden">categories</span>
          </button>
        </div>
      </nav>
      <ServiceMenu />
    </div>
  </div>
);
