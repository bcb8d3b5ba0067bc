import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { baseApi } from '#shared/api/base-api.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession, useSessionDispatch } from '#shared/session/session.ts';
import type { RichTextHandle } from '../rich-text/rich-text-editor.tsx';
import type { ArticleClient, OpenedArticle } from './article-client.ts';
import { createArticleWork, type ArticleWork } from './article-work.ts';
import type { WorkState } from './work-state.ts';
import { browserCopies, heldKeys, holdKey, localPrefix } from './local-copy.ts';

const copies = browserCopies();

/** A random name of this tab. */
const nameOfTab = (): string => Math.random().toString(36).slice(2, 12);

/** Returns the key of a new article: that of a text which no open tab writes, or a new one. */
async function keyOfNew(user: number, tab: string): Promise<string> {
  const prefix = localPrefix(user, 'new');
  const [found, held] = await Promise.all([copies.find(prefix), heldKeys()]);
  return found.find(([key]) => !held.has(key))?.[0] ?? `${prefix}:${tab}`;
}

/** Returns the text of the editor; the last one that was read where there is no editor. */
function readText(editor: RefObject<RichTextHandle | null>, last: RefObject<string>): string {
  last.current = editor.current?.toHtml() ?? last.current;
  return last.current;
}

/** The work on an article in this tab; null until it is opened. */
export function useArticleWork(
  client: ArticleClient,
  user: number,
  opened: OpenedArticle,
  editor: RefObject<RichTextHandle | null>,
  onOutdated: (id: number) => void,
): { work: ArticleWork; state: WorkState; openedContent: string } | null {
  const notices = useNotices();
  const dispatch = useSessionDispatch();
  const session = useSession();
  const content = useRef(opened.article?.values.content ?? '');
  const [ready, setReady] = useState<{ work: ArticleWork; openedContent: string } | null>(null);

  // When the page is left, the editor is gone before the effect below ends, which stores what was typed last.
  useLayoutEffect(() => () => void readText(editor, content), [editor]);

  useEffect(() => {
    const ended = new AbortController();
    let created: ArticleWork | null = null;
    const begin = async (): Promise<void> => {
      const tab = nameOfTab();
      const newKey = opened.article === null ? await keyOfNew(user, tab) : '';
      if (newKey !== '') await holdKey(newKey, ended.signal);
      if (ended.signal.aborted) return;
      const work = createArticleWork({
        client,
        author: user,
        copies,
        keyOf: (id) => (id === null ? newKey : localPrefix(user, id)),
        readContent: () => readText(editor, content),
        writeContent: (html) => {
          content.current = html;
          editor.current?.load(html);
        },
        // The page stays as it is, with the address of the article.
        onCreated: (id) => history.replaceState(history.state, '', `/console/posts/${id}`),
        onNotice: (text) => notices.success(text),
        onOutdated,
        merge: async (...versions) => (await import('./merge-articles.ts')).mergeArticles(...versions),
        tab,
        now: () => Date.now(),
      });
      created = work;
      await work.open(opened.article, opened.copy, opened.seq);
      if (!ended.signal.aborted) setReady({ work, openedContent: work.getState().values.content });
    };
    void begin();
    return () => {
      ended.abort();
      created?.end();
      // Lists and the site show what is stored now.
      dispatch(baseApi.util.resetApiState());
    };
  }, [client, user, opened, editor, notices, dispatch, onOutdated]);

  const work = ready?.work;
  useEffect(() => {
    if (work === undefined) return undefined;
    const flush = () => void work.flush();
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    addEventListener('pagehide', flush);
    addEventListener('online', work.retry);
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      removeEventListener('pagehide', flush);
      removeEventListener('online', work.retry);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [work]);
  const isLoggedIn = session !== null;
  useEffect(() => {
    if (isLoggedIn) work?.retry();
  }, [work, isLoggedIn]);

  const state = useSyncExternalStore(work?.subscribe ?? noSubscription, work?.getState ?? noState, noState);
  return ready === null || state === null ? null : { ...ready, state };
}

const noSubscription = () => () => undefined;
const noState = () => null;
