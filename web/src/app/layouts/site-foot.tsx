import { useMenuQuery } from '../../features/news/menu.ts';
import { NewsletterBox } from '../../features/site/components/newsletter-box.tsx';
import { SocialLinks } from '../../features/site/components/social-links.tsx';
import { useLayoutQuery, useOptionsQuery } from '#shared/site/site-api.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { CachedFragment } from '#shared/ui/cached-fragment.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { LayoutLink } from './layout-link.tsx';
import * as styles from './site-foot.module.css';

/** The footer: about the site, its social media, and links to all its parts. */
export const SiteFoot = () => (
  <CachedFragment name="foot" as="footer" className={`${styles.foot} late-layout`}>
    <FootContent />
  </CachedFragment>
);

export function FootContent() {
  const site = useSite();
  const { data: menu = [] } = useMenuQuery();
  const { data: layout } = useLayoutQuery();
  const { data: options } = useOptionsQuery();
  const years = options?.years;
  return (
    <>
      <div className={styles.footInner}>
        <div className={styles.footAbout}>
          <p className={styles.footName}>{site.name}</p>
          <p>{years === undefined ? site.tagline : `${site.tagline}, since ${years.from}.`}</p>
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
        {layout?.foot.map(({ title, links }) => (
          <nav key={title ?? ''} aria-label={title ?? 'Site'}>
            <h2 className="rubric">{title ?? site.name}</h2>
            <ul className={styles.footLinks}>
              {links.map((link) => (
                <li key={link.path}>
                  <LayoutLink link={link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className={styles.footNote}>
        {years !== undefined && (
          <span>{`© ${years.from}${years.to > years.from ? `–${years.to}` : ''} ${site.name}. `}</span>
        )}
        News and explanation, not legal advice.
      </p>
    </>
  );
}
