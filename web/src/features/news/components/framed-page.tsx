import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { mayFrame, pageTitle, type HostedPage } from '../hosted-page.ts';
import * as styles from '../news.module.css';

/** A hosted page: in a sandboxed frame if its host is in the list of frame hosts, else as a link. */
export function FramedPage({ page: { name, description, targetUrl } }: { page: HostedPage }) {
  const { frameHosts } = useSite();
  const title = pageTitle(name);
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>{title}</h1>
        {description !== '' && <p className="page-head__about">{description}</p>}
      </header>
      {targetUrl !== null && mayFrame(targetUrl, frameHosts) && (
        <iframe
          className={styles.framedPage}
          src={targetUrl}
          title={title}
          sandbox="allow-forms allow-popups allow-scripts"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      )}
      {targetUrl !== null && !mayFrame(targetUrl, frameHosts) && (
        <p>
          <a className="button" href={targetUrl} rel="noopener nofollow">
            Read this page at {new URL(targetUrl).host}
          </a>
        </p>
      )}
    </div>
  );
}
