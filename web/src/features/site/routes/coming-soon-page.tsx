import type { PageProps } from '#shared/routing/route.ts';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { comingText } from '../coming-soon-texts.ts';
import { comingPage } from '../coming-soon.ts';
import { SubscribeForm } from '../components/subscribe-form.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';

/** Announces the content of a page that is not written yet, and its alternatives. */
export function ComingSoonPage({ path }: PageProps) {
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
            Subscribe below, and confirm the link that we mail you. New reports also reach you through our{' '}
            <a href="/feed.xml">RSS feed</a>.
          </p>
        ) : meanwhile === 'write' && email !== null ? (
          <p>
            Until then, write to <MailLink email={email} subject={name} /> with any question about it.
          </p>
        ) : (
          <p>
            Until then, new reports reach you through our <a href="/feed.xml">RSS feed</a>, which every feed
            reader understands.
          </p>
        )}
        <section aria-labelledby="subscribe">
          <h2 id="subscribe">{isNewsletter ? 'Our newsletter' : 'Be told when it is here'}</h2>
          <SubscribeForm list={isNewsletter ? 'newsletter' : 'coming-soon'} />
        </section>
        <p>
          <PageLink to={paths.home()}>Go to the front page</PageLink>
        </p>
      </div>
    </div>
  );
}
