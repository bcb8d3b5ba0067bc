import { useSearchParams } from 'react-router-dom';
import type { PageProps } from '#shared/routing/route.ts';
import { pageFrom, paths } from '#shared/routing/paths.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { NotFoundOrUnavailable } from '../components/not-found.tsx';
import { useCorrectionsQuery } from '../corrections-api.ts';

/** Lists the corrections of all articles. */
export function CorrectionsPage({ path }: PageProps) {
  const [query] = useSearchParams();
  const { currentData: data, isFetching, error } = useCorrectionsQuery(pageFrom(query));
  if (data === undefined && isFetching) return <Skeleton shape="list" label="Loading corrections" />;
  if (data === undefined) return <NotFoundOrUnavailable problem={error} />;
  const { corrections, page, pageCount } = data;
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Corrections</h1>
        <p className="page-head__about">
          When an article was wrong, we say so in the article and here. If you find a mistake, please{' '}
          <PageLink to="/contact">tell us</PageLink>.
        </p>
      </header>
      <div className="plain__text">
        {corrections.length === 0 && (
          <p>{page > 1 ? 'There are no more corrections.' : 'Nothing has been corrected yet.'}</p>
        )}
        {corrections.map(({ key, text, correctedAt, title, path: article }) => (
          <section key={key} aria-labelledby={`correction-${key}`}>
            <h2 id={`correction-${key}`}>
              <PageLink to={article} {...textLanguageProps(title)}>
                {title}
              </PageLink>
            </h2>
            <p>
              <DateText iso={correctedAt} />
            </p>
            <p {...textLanguageProps(text)}>{text}</p>
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
