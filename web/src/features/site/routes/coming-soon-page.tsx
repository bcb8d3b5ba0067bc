import type { PageProps } from '#shared/routing/route.ts';
import { paths } from '#shared/routing/paths.ts';
import { useHostedPageQuery } from '#shared/hosted-page/hosted-page-api.ts';
import { HostedPageView } from '#shared/hosted-page/hosted-page-view.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { comingText } from '../coming-soon-texts.ts';
import { ownTextName } from '../own-text.ts';
import { comingPage } from '../coming-soon.ts';
import { SubscribeForm } from '../components/subscribe-form.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';

/** A page that the owner writes as a hosted page of its name; until then it announces its content, and alternatives. */
export function ComingSoonPage({ path }: PageProps) {
  const name = ownTextName(path);
  const query = useHostedPageQuery(name ?? '', { skip: name === null });
  if (query.data)
    return (
      <HostedPageView
        page={query.data}
        title={query.data.title || (comingPage(path)?.name ?? 'Coming Soon')}
      />
    );
  if (query.isLoading) return <Skeleton shape="article" label="Loading the page" />;
  return query.error === undefined ? <ComingSoon path={path} /> : <Unavailable />;
}

function ComingSoon({ path }: PageProps) {
  const name = comingPage(path)?.name ?? 'Coming Soon';
  const { about, meanwhile } = comingText(path);
  const { data: settings } = useSettingsQuery();
  const email = settings?.contactEmail ?? null;
  const isNewsletter = path === '/subscribe';
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>{name}</h1>
      </header>
      <div className="plain__text">
        {name !== 'Coming Soon' && <p className="plain__soon">Coming Soon</p>}
        <p className="plain__lead">{about}</p>
        {isNewsletter ? (
          <p>
            Subscribe below, then confirm with the link that we email you. Read{' '}
            <PageLink to="/newsletter">past newsletters</PageLink> first, if you like. New articles are also
            in our <a href="/feed.xml">RSS feed</a>.
          </p>
        ) : meanwhile === 'write' && email !== null ? (
          <p>
            Until then, please write to <MailLink email={email} subject={name} /> if you have a question.
          </p>
        ) : (
          <p>
            Until then, you can follow new articles in our <a href="/feed.xml">RSS feed</a>.
          </p>
        )}
        <section aria-labelledby="subscribe">
          <h2 id="subscribe">{isNewsletter ? 'Our newsletter' : 'Get an email when this page is ready'}</h2>
          <SubscribeForm list={isNewsletter ? 'newsletter' : 'coming-soon'} />
        </section>
        <p>
          <PageLink to={paths.home()}>Go to the front page</PageLink>
        </p>
      </div>
    </div>
  );
}
