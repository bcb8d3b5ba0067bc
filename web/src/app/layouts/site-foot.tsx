import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { DIRECTORY_NAME, directoryPaths } from '../../features/directory/directory-paths.ts';
import { useMenuQuery } from '../../features/news/menu.ts';
import { SITE_LINKS } from '../../features/site/coming-soon.ts';
import { NewsletterBox } from '../../features/site/components/newsletter-box.tsx';
import { SocialLinks } from '../../features/site/components/social-links.tsx';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { FOUNDING_YEAR, TAGLINE } from '#shared/site/site.ts';
import { CachedFragment } from '#shared/ui/cached-fragment.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from './site-foot.module.css';

const DIRECTORY_LINKS = [
  { name: DIRECTORY_NAME, path: directoryPaths.index() },
  { name: 'All lawyers', path: cataloguePath('lawyers') },
  { name: 'Law firms', path: cataloguePath('firms') },
  { name: 'Law books', path: cataloguePath('books') },
  { name: 'How lawyers are listed', path: directoryPaths.order() },
] as const;

/** The footer: about the site, its social media, and links to all its parts. */
export const SiteFoot = () => (
  <CachedFragment name="foot" as="footer" className={`${styles.foot} late-layout`}>
    <FootContent />
  </CachedFragment>
);

export function FootContent() {
  const site = useSite();
  const { data: menu = [] } = useMenuQuery();
  const { data: options } = useOptionsQuery();
  const years = options?.years;
  return (
    <>
      <div className={styles.footInner}>
        <div className={styles.footAbout}>
          <p className={styles.footName}>{site.name}</p>
          <p>
            {TAGLINE}, since {FOUNDING_YEAR}.
          </p>
          <SocialLinks />
          <NewsletterBox />
        </div>
        {menu.length > 0 && (
          <nav aria-label="All categories">
            <h2 className="rubric">Categories</h2>
            <ul className={styles.footLinks}>
              {menu.map(({ slug, name }) => (
                <li key={slug}>
                  <PageLink to={paths.category(slug)} {...textLanguageProps(name)}>
                    {name}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Site">
          <h2 className="rubric">{site.name}</h2>
          <ul className={styles.footLinks}>
            {SITE_LINKS.map(({ name, path }) => (
              <li key={path}>
                <PageLink to={path}>{name}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Lawyers and books">
          <h2 className="rubric">Directory and books</h2>
          <ul className={styles.footLinks}>
            {DIRECTORY_LINKS.map(({ name, path }) => (
              <li key={path}>
                <PageLink to={path}>{name}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Reading">
          <h2 className="rubric">Reading</h2>
          <ul className={styles.footLinks}>
            <li>
              <PageLink to="/search">Search News</PageLink>
            </li>
            <li>
              <PageLink to={paths.saved()}>Saved for later</PageLink>
            </li>
            <li>
              <a href="/feed.xml">RSS</a>
            </li>
            <li>
              <PageLink to="/about#grievance-officer">Grievance officer</PageLink>
            </li>
            <li>
              <PageLink to="/about#code-of-ethics">Code of ethics</PageLink>
            </li>
          </ul>
        </nav>
      </div>
      <p className={styles.footNote}>
        {years !== undefined && <span>{`© ${years.from}–${years.to} ${site.name}. `}</span>}
        News and explanation, not legal advice.
      </p>
    </>
  );
}
