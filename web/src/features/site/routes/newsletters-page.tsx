import { useSearchParams } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import type { PageProps } from '#shared/routing/route.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { textLanguageProps } from '#shared/text/language.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { useNewslettersQuery } from '../archive-api.ts';
import { newsletterPath } from '../archive-reads.ts';

/** `/newsletter`: lists the newsletters that were sent. */
export function NewslettersPage({ path }: PageProps) {
  const site = useSite();
  const [query] = useSearchParams();
  const { currentData: data, isFetching, error } = useNewslettersQuery(pageFrom(query));
  if (data === undefined && isFetching) return <Skeleton shape="list" label="Loading newsletters" />;
  if (data === undefined) return isProblem(error) && error.status === 404 ? <NotFound /> : <Unavailable />;
  const { newsletters, page, pageCount } = data;
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Newsletters</h1>
        <p className="page-head__about">
          What {site.name} has sent to its readers.{' '}
          <PageLink to="/subscribe">Get the next one by email</PageLink>.
        </p>
      </header>
      <div className="plain__text">
        {newsletters.length === 0 && (
          <p>{page > 1 ? 'There are no more newsletters.' : 'No newsletter has been sent yet.'}</p>
        )}
        {newsletters.map(({ id, subject, sentAt }) => (
          <section key={id} aria-labelledby={`newsletter-${id}`}>
            <h2 id={`newsletter-${id}`}>
              <PageLink to={newsletterPath(id)} {...textLanguageProps(subject)}>
                {subject}
              </PageLink>
            </h2>
            <p>
              <DateText iso={sentAt} />
            </p>
          </section>
        ))}
        <PageLinks
          page={page}
          pageCount={pageCount}
          pathOf={(number) => (number > 1 ? `${path}?page=${number}` : path)}
        />
      </div>
    </div>
  );
}
