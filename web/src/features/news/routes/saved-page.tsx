import { useSyncExternalStore } from 'react';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { languageOf } from '#shared/text/language.ts';
import { Story } from '../components/story.tsx';
import { useRecentQuery } from '../news-api.ts';
import { readSaved, subscribeSaved, toggleSaved } from '../saved-articles.ts';

/** Shown while nothing is saved. */
function NewestReports() {
  const { data: recent = [] } = useRecentQuery();
  return recent.length === 0 ? null : (
    <section aria-labelledby="saved-newest">
      <h2 className="rubric" id="saved-newest">
        Newest reports
      </h2>
      <div className="related__cards">
        {recent.slice(0, 4).map((card) => (
          <Story key={card.id} card={card} size="card" />
        ))}
      </div>
    </section>
  );
}

/** The articles that are saved on this device. The server does not know them. */
export function SavedPage() {
  const saved = useSyncExternalStore(subscribeSaved, readSaved, () => null);
  return (
    <div className="saved">
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Saved for later</h1>
        <p className="page-head__about">
          Reports that you save are kept on this device alone; nobody else learns of them.
        </p>
      </header>
      {saved?.length === 0 && (
        <div className="saved__empty">
          <p className="empty">Nothing is saved yet. Every report has a bookmark below its headline.</p>
          <NewestReports />
        </div>
      )}
      {saved !== null && saved.length > 0 && (
        <ul className="saved__list">
          {saved.map((article) => (
            <li key={article.path} lang={languageOf(article.title) ?? undefined}>
              <h2>
                <PageLink to={article.path}>{article.title}</PageLink>
              </h2>
              <p lang="en">
                <DateText iso={article.date} />
                <button className="text-button" type="button" onClick={() => toggleSaved(article)}>
                  Remove<span className="visually-hidden">: {article.title}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
