import { useState } from 'react';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSavedArticlesQuery, useSetSavedMutation } from '../saved-api.ts';
import type { SavedArticle } from '../saved-articles.ts';
import { SavedList } from './saved-list.tsx';

/** The articles that are saved in the account that is logged in. */
export function SavedInAccount() {
  const query = useSavedArticlesQuery();
  const [setSaved] = useSetSavedMutation();
  const [message, setMessage] = useState('');
  const remove = async (article: SavedArticle) => {
    const { error } = await setSaved({ article, isSaved: false });
    setMessage(error === undefined ? '' : 'This could not be removed. Please try again.');
  };
  return (
    <>
      <QueryBoundary query={query}>
        {(articles) => <SavedList articles={articles} onRemove={(article) => void remove(article)} />}
      </QueryBoundary>
      {message !== '' && <p role="alert">{message}</p>}
    </>
  );
}
