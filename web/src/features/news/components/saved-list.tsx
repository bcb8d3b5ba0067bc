import { useEffect } from 'react';
import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { textLanguageProps } from '#shared/text/language.ts';
import { useRecentQuery } from '../news-api.ts';
import type { SavedArticle } from '../saved-articles.ts';
import { syncCopiesLater } from '../offline-copies.ts';
import { Story } from './story.tsx';
import * as styles from '../saved.module.css';
import * as newsStyles from '../news.module.css';

interface SavedListProps {
  articles: readonly SavedArticle[];
  onRemove: (article: SavedArticle) => void;
}

export function SavedList({ articles, onRemove }: SavedListProps) {
  useEffect(() => syncCopiesLater(articles), [articles]);
  if (articles.length === 0)
    return (
      <div>
        <p className="empty">
          You have not saved any article yet. To save one, tap the bookmark below its headline.
        </p>
        <NewestReports />
      </div>
    );
  return (
    <ul className={styles.savedList}>
      {articles.map((article) => (
        <li key={article.path} {...textLanguageProps(article.title)}>
          <h2>
            <PageLink to={article.path}>{article.title}</PageLink>
          </h2>
          <p lang="en">
            <DateText iso={article.date} />
            <button className={styles.textButton} type="button" onClick={() => onRemove(article)}>
              Remove<span className="visually-hidden">: {article.title}</span>
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

function NewestReports() {
  const { data: recent = [] } = useRecentQuery();
  return recent.length === 0 ? null : (
    <section aria-labelledby="saved-newest">
      <h2 className="rubric" id="saved-newest">
        Latest articles
      </h2>
      <div className={newsStyles.relatedCards}>
        {recent.slice(0, 4).map((card) => (
          <Story key={card.id} card={card} size="card" />
        ))}
      </div>
    </section>
  );
}
