import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { AccountMenu } from '../../features/account/components/account-menu.tsx';
import { SearchBox } from '../../features/news/components/search-box.tsx';
import { SectionMenu } from '../../features/news/components/section-menu.tsx';
import { useSettingsQuery } from '../../features/site/site-api.ts';
import { paths } from '../../shared/paths.ts';
import { useSite } from '../../shared/site-context.tsx';
import { TAGLINE } from '../../shared/site.ts';
import { OfflineNotice } from '../../shared/ui/offline-notice.tsx';
import { ThemeSwitch } from '../../shared/ui/theme-switch.tsx';
import { ServiceMenu } from './service-menu.tsx';
import { SiteFoot } from './site-foot.tsx';

const MAIN_ID = 'content';

const focusContent = (): void => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });

/** What surrounds every page: a way past it, the masthead, the sections, the foot. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { data: settings } = useSettingsQuery();
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to the content
      </a>
      <Masthead />
      <div className="sections">
        <div className="sections__inner">
          <div className="sections__strip">
            <nav className="sections__menu" aria-label="Categories">
              <SectionMenu />
            </nav>
            <ServiceMenu />
          </div>
          <AccountMenu hasLogin={settings?.showAuth === true} onLogout={focusContent} />
          <ThemeSwitch />
        </div>
      </div>
      <main id={MAIN_ID} className="page" tabIndex={-1}>
        {children}
      </main>
      <SiteFoot />
      <OfflineNotice />
    </>
  );
}

function Masthead() {
  const site = useSite();
  const isFront = useLocation().pathname === paths.home();
  const Name = isFront ? 'h1' : 'p';
  return (
    <header className={isFront ? 'masthead masthead--front' : 'masthead'}>
      <p className="masthead__tagline">{TAGLINE}</p>
      <Name className="masthead__name">
        <PageLink to={paths.home()}>{site.name}</PageLink>
      </Name>
      <div className="masthead__search">
        <SearchBox id="search-masthead" />
      </div>
    </header>
  );
}
