import { useEffect } from 'react';
import { useCountViewMutation } from '../news-api.ts';

const KEY = 'vidhi.viewed';

/** Returns the ids of the articles whose view this session has registered; null where storage is disabled. */
function readViewed(): number[] | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return null;
  }
}

/** Returns false where storage is disabled or full. */
function writeViewed(ids: readonly number[]): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids));
    return true;
  } catch {
    return false;
  }
}

/** Registers the first view of an article in this browser session. */
export function useViewCount(id: number, views: number): void {
  const [countView] = useCountViewMutation();
  useEffect(() => {
    const viewed = readViewed();
    if (viewed === null || viewed.includes(id) || !writeViewed([...viewed, id])) return;
    const view = { id, views: views + 1 };
    const send = async (): Promise<void> => {
      const { data: isToBeRepeated } = await countView(view);
      if (isToBeRepeated === true) await countView(view);
    };
    void send();
  }, [id, views, countView]);
}
