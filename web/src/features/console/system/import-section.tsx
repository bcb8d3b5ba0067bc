import { PageLink } from '#shared/ui/page-link.tsx';
import { importApi } from './system-api.ts';
import * as styles from './system.module.css';

/** Import of a Strapi site: from the console where the site can do so, and by a command elsewhere. */
export function ImportSection() {
  const { currentData: state } = importApi.useRow('');
  if (state === undefined) return null;
  return (
    <section className={styles.section} aria-labelledby="system-import">
      <h2 id="system-import">Import from Strapi</h2>
      {state.is_available ? (
        <p>
          Articles, pictures, books, people and settings of a Strapi 4 site:{' '}
          <PageLink to="/console/import">Import a site</PageLink>
        </p>
      ) : (
        <ImportCommand />
      )}
    </section>
  );
}

/** Instructions for a site whose services have containers of their own. */
export const ImportCommand = () => (
  <p>
    The services of this site have containers of their own, none of which has the import. It is done on the
    server, with <code>docker compose run --rm tools import /archives/site.tar.gz --dry-run</code>, and
    without <code>--dry-run</code> after that; docs/operate.md, section 7.
  </p>
);
