import { useCallback, useEffect, useState } from 'react';
import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import type { ArticleClient, WorkingCopy } from '../article/article-client.ts';
import type { StaffResponse } from '../session/staff-request.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Stands for the unpublished changes among the revisions. */
export const COPY = 'unpublished';

export interface History {
  title: string;
  entries: readonly ListedRevision[];
  total: number;
  copy: WorkingCopy | null;
  /** Number of the working copy, for a restore. */
  seq: number | null;
}

type Loading<Value> = { value: Value } | { failure: StaffResponse } | null;

const copyEntry = ({ at, by, values }: WorkingCopy): ListedRevision => ({
  rev: COPY,
  at,
  by,
  kind: COPY,
  name: null,
  note: null,
  changed: Object.keys(values),
  current: false,
});

/** The former states of an article, its unpublished changes first. */
export function useHistory(client: ArticleClient, id: number) {
  const [loaded, setLoaded] = useState<Loading<History>>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<Loading<History>> => {
      const [article, first, copies] = await Promise.all([
        client.load(id),
        client.revisions(id, 1),
        client.loadCopy(id),
      ]);
      if (article.failure !== undefined) return { failure: article.failure };
      if (first.failure !== undefined) return { failure: first.failure };
      const copy = copies?.copy ?? null;
      const { entries, total } = first.value;
      return {
        value: {
          title: article.value.values.title,
          entries: copy === null ? entries : [copyEntry(copy), ...entries],
          total: total + (copy === null ? 0 : 1),
          copy,
          seq: copies?.seq ?? null,
        },
      };
    };
    void load().then((result) => isCurrent && setLoaded(result));
    return () => void (isCurrent = false);
  }, [client, id, attempt]);
  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  const history = loaded !== null && 'value' in loaded ? loaded.value : null;
  /** Adds the next page of older states. */
  const loadOlder = async (): Promise<void> => {
    if (history === null) return;
    const own = history.copy === null ? 0 : 1;
    const page = Math.floor((history.entries.length - own) / client.revisionsPerPage) + 1;
    const { value } = await client.revisions(id, page);
    if (value === undefined) return;
    const known = new Set(history.entries.map(({ rev }) => rev));
    const older = value.entries.filter(({ rev }) => !known.has(rev));
    setLoaded({ value: { ...history, entries: [...history.entries, ...older] } });
  };
  return { loaded, history, reload, loadOlder };
}

/** The values of a state; null while they are loaded, and a message where they cannot be. */
export function useRevisionValues(
  client: ArticleClient,
  id: number,
  history: History | null,
  rev: string | null,
) {
  const [found, setFound] = useState<ReadonlyMap<string, Values | string>>(new Map());
  const isKnown = rev === null || found.has(rev);
  useEffect(() => {
    if (rev === null || isKnown || history === null) return;
    const note = (values: Values | string) => setFound((last) => new Map([...last, [rev, values]]));
    const load = async (): Promise<void> => {
      // The working copy has the changed attributes alone.
      const present = history.entries.find(({ current }) => current)?.rev;
      const loaded = await client.revision(id, rev === COPY ? (present ?? '') : rev);
      if (loaded.failure !== undefined) note(loaded.failure.problem.message);
      else note(rev === COPY ? { ...loaded.value, ...history.copy?.values } : loaded.value);
    };
    void load();
  }, [client, id, rev, isKnown, history]);
  return rev === null ? null : (found.get(rev) ?? null);
}
