import type { SerializedError } from '@reduxjs/toolkit';
import type { Problem } from '#shared/api/problem.ts';
import { paths } from '#shared/routing/paths.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { useRecentQuery } from '../news-api.ts';
import { SearchBox } from './search-box.tsx';
import { Story } from './story.tsx';
import * as styles from '../news.module.css';

/** Statuses of what is not here, or of what only the server shows: the order of a court that withholds it. */
const NOT_HERE: readonly unknown[] = [404, 451];

/** Replacement for a page without data: the not-found page, or the retry page when a request has failed. */
export function NotFoundOrUnavailable({ problem }: { problem?: Problem | SerializedError | undefined }) {
  const isMissing = problem === undefined || ('status' in problem && NOT_HERE.includes(problem.status));
  if (!isMissing) return <Unavailable />;
  return (
    <NotFound>
      <NotFoundContent />
    </NotFound>
  );
}

/** The not-found page of the site. Pages of the news have it in their chunks, so that it is hydrated at once. */
export function NotFoundContent() {
  const { data: recent = [] } = useRecentQuery();
  return (
    <div className="missing missing--page">
      <div className="missing__words">
        <p className="missing__code" aria-hidden="true">
          404
        </p>
        <h1>We could not find this page</h1>
        <p>The address may be old or mistyped. You can search for the article, or go to the front page.</p>
        <SearchBox id="search-missing" />
        <p>
          <PageLink to={paths.home()}>Go to the front page</PageLink>
        </p>
      </div>
      {recent.length > 0 && (
        <section className={styles.missingRecent} aria-labelledby="missing-recent">
          <h2 className="rubric" id="missing-recent">
            Latest articles
          </h2>
          {recent.slice(0, 3).map((card) => (
            <Story key={card.id} card={card} size="line" />
          ))}
        </section>
      )}
    </div>
  );
}
