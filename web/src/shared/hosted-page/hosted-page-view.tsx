import { withAllowedFrames } from '#shared/text/allowed-frames.ts';
import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { StoredHtml } from '#shared/ui/stored-html.tsx';
import { mayFrame, pageTitle, type HostedPage } from './hosted-page.ts';
import './hosted-page.css';

interface HostedPageViewProps {
  page: HostedPage;
  /** The heading; that of the page where left out. */
  title?: string;
}

/** A hosted page: its own text, and its target in a sandboxed frame if that host is in the list of frame hosts, else as a link. */
export function HostedPageView({ page, title = pageTitle(page) }: HostedPageViewProps) {
  const { description, content, targetUrl } = page;
  const { frameHosts } = useSite();
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>{title}</h1>
        {description !== '' && <p className="page-head__about">{description}</p>}
      </header>
      {content !== '' && (
        <div className="plain__text">
          <StoredHtml className="prose" html={withAllowedFrames(content, frameHosts)} />
        </div>
      )}
      {targetUrl !== null && <Target url={targetUrl} title={title} />}
    </div>
  );
}

function Target({ url, title }: { url: string; title: string }) {
  const { frameHosts } = useSite();
  if (mayFrame(url, frameHosts))
    return (
      <iframe
        className="hosted-page__frame"
        src={url}
        title={title}
        sandbox="allow-forms allow-popups allow-scripts"
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    );
  return (
    <p className="hosted-page__link">
      <a className="button" href={url} rel="noopener nofollow">
        {URL.canParse(url) ? `Read this page at ${new URL(url).host}` : 'Read this page'}
      </a>
    </p>
  );
}
