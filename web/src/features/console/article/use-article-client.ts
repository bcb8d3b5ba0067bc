import { useMemo } from 'react';
import { useSessionDispatch } from '#shared/session/session.ts';
import { createSendAsStaff } from '../session/staff-request.ts';
import { createArticleClient, type ArticleClient } from './article-client.ts';

/** The calls of the article pages, with the token of the session. */
export function useArticleClient(): ArticleClient {
  const dispatch = useSessionDispatch();
  return useMemo(
    () =>
      createArticleClient(
        createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) }),
      ),
    [dispatch],
  );
}
