import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ArticleClient } from './article-client.ts';
import type { ArticleWork } from './article-work.ts';

/** Another tab in which the article is open. */
export interface Other {
  id: number;
  name: string;
  since: string;
}

const BEAT_MS = 15_000;
const NOBODY: readonly Other[] = [];

/**
 * Tells the server, while the tab is visible, that the article is open here; returns the other tabs, and a function that sends
 * a heartbeat at once. Who writes, and what others have done with the article, goes to `work`.
 */
export function usePresence(
  client: ArticleClient,
  work: ArticleWork | undefined,
  id: number | undefined,
): { others: readonly Other[]; beat: () => Promise<void> } {
  const [others, setOthers] = useState<readonly Other[]>(NOBODY);
  const latest = useRef(0);
  const send = useCallback(async (): Promise<void> => {
    if (work === undefined || id === undefined) return;
    latest.current += 1;
    const number = latest.current;
    const sentAt = Date.now();
    const found = await client.beat(id, work.tab);
    // Without a response those that were seen last stay.
    if (found === null || number !== latest.current) return;
    setOthers(found.others);
    if (found.article !== 'gone') work.noteWriter(found.writer, sentAt);
    work.noteServer(found.article, sentAt);
  }, [client, work, id]);
  const beatIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && work?.getState().isGone !== true) void send();
  });
  useEffect(() => {
    if (work === undefined || id === undefined) return undefined;
    beatIfVisible();
    const timer = setInterval(() => beatIfVisible(), BEAT_MS);
    const handleVisibility = () => beatIfVisible();
    const leave = () => void client.leave(id, work.tab);
    document.addEventListener('visibilitychange', handleVisibility);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [client, work, id]);
  return { others, beat: send };
}

/** Names the people in the other tabs, each once; `user` is the account of this tab. */
export function othersText(others: readonly Other[], user: number): string {
  const names = [
    ...new Set(others.map(({ id, name }) => (id === user ? 'You, in another tab' : name || `Account ${id}`))),
  ];
  return names.length === 0 ? '' : `Also here: ${names.join(', ')}`;
}
