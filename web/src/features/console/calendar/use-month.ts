import { useCallback, useEffect, useRef, useState } from 'react';
import type { Condition } from '../kit/define-resource.ts';
import { postApi, type PostRow } from '../posts/post-api.ts';
import { rangeOf } from './month.ts';

const PAGE_SIZE = 150;
/** Pages of one list that are loaded: a month of a large newsroom. */
const MAX_PAGES = 5;

export interface MonthOfPosts {
  /** Published, scheduled, or under an embargo that ends in the month. */
  dated: readonly PostRow[];
  /** Written and not scheduled, the latest first. */
  drafts: readonly PostRow[];
  /** Whether there are more articles than these. */
  isCut: boolean;
}

export type MonthState = { month: string; posts?: MonthOfPosts; hasFailed?: boolean };

const UNPUBLISHED: Condition = ['[publishedAt][$null]', 'true'];
const UNARCHIVED: Condition = ['[archived_at][$null]', 'true'];

const within = (name: string, [from, to]: readonly [string, string]): Condition[] => [
  [`[${name}][$gte]`, from],
  [`[${name}][$lt]`, to],
];

/** Loads the articles of a month; `reload` loads them again. */
export function useMonth(month: string): { state: MonthState; reload: () => void } {
  const fetchPage = postApi.useFetchPage();
  const fetcher = useRef(fetchPage);
  useEffect(() => {
    fetcher.current = fetchPage;
  });
  const [state, setState] = useState<MonthState>({ month });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const loadAll = async (conditions: Condition[], sort: string, maxPages: number) => {
      const rows: PostRow[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const found = await fetcher.current({ q: '', conditions, sort, page, size: PAGE_SIZE });
        rows.push(...found.rows);
        if (rows.length >= found.total) return { rows, isCut: false };
      }
      return { rows, isCut: true };
    };
    const load = async (): Promise<MonthState> => {
      const range = rangeOf(month);
      try {
        const [live, embargoed, drafts] = await Promise.all([
          loadAll(within('publishedAt', range), 'publishedAt', MAX_PAGES),
          loadAll([UNPUBLISHED, UNARCHIVED, ...within('embargo_until', range)], 'embargo_until', MAX_PAGES),
          loadAll([UNPUBLISHED, UNARCHIVED], '-updatedAt', 1),
        ]);
        return {
          month,
          posts: {
            dated: [...live.rows, ...embargoed.rows],
            drafts: drafts.rows,
            isCut: live.isCut || embargoed.isCut,
          },
        };
      } catch {
        return { month, hasFailed: true };
      }
    };
    void load().then((loaded) => {
      if (isCurrent) setState(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [month, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { state: state.month === month ? state : { month }, reload };
}
