import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { SearchBox } from '../../features/news/components/search-box.tsx';
import { SectionMenu } from '../../features/news/components/section-menu.tsx';
import { useMenuQuery } from '../../features/news/news-api.ts';
import { SocialLinks } from '../../features/site/components/social-links.tsx';
import { languageOf } from '../../shared/language.ts';
import { paths } from '../../shared/paths.ts';
import { useSite } from '../../shared/site-context.tsx';
import { FOUNDING_YEAR, TAGLINE } from '../../shared/site.ts';
import { ThemeSwitch } from '../../shared/ui/theme-switch.tsx';

const MAIN_ID = 'content';

/** What surrounds every page: a way past it, the masthead, the sections, the foot. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to the content
      </a>
      <Masthead />
      <nav className="sections" aria-label="Categories">
        <div className="sections__inner">
          <SectionMenu />
          <ThemeSwitch />
        </div>
      </nav>
      <main id={MAIN_ID} className="page" tabIndex={-1}>
        {children}
      </main>
      <Foot />
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

function Foot() {
  const site = useSite();
  const { data: menu = [] } = useMenuQuery();
  return (
    <footer className="foot">
      <div className="foot__inner">
        <div className="foot__about">
          <p className="foot__name">{site.name}</p>
          <p>
            {TAGLINE}, since {FOUNDING_YEAR}.
          </p>
          <SocialLinks />
        </div>
        {menu.length > 0 && (
          <nav aria-label="All categories">
            <h2 className="rubric">Categories</h2>
            <ul className="foot__links">
              {menu.map(({ slug, name }) => (
                <li key={slug}>
                  <PageLink to={paths.category(slug)} lang={languageOf(name) ?? undefined}>
                    {name}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Site">
          <h2 className="rubric">Reading</h2>
          <ul className="foot__links">
            <li>
              <PageLink to={paths.home()}>Home</PageLink>
            </li>
            <li>
              <PageLink to="/search">Search News</PageLink>
            </li>
            <li>
              <a href="/feed.xml">RSS</a>
            </li>
          </ul>
        </nav>
      </div>
      <p className="foot__note">News and explanation, not legal advice.</p>
    </footer>
  );
}
