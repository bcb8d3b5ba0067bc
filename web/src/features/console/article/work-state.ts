import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient, WorkingCopy } from './article-client.ts';
import { EMPTY_ARTICLE, isOptionalText, type ArticleValues, type StoredArticle } from './article-values.ts';
import type { LocalCopies } from './local-copy.ts';
import type { Merge } from './merge-articles.ts';

export type SaveState = 'saved' | 'changed' | 'saving' | 'local' | 'failed';

/** Two changes of the same article of which somebody has to choose. */
export interface Conflict extends Merge {
  theirArticle: StoredArticle;
  /** Name of the person who stored the other one; empty when unknown. */
  by: string;
}

export interface WorkState {
  /** The article as it is on the server; null until it is stored there. */
  stored: StoredArticle | null;
  values: ArticleValues;
  /** Attributes that differ from the stored article. */
  changed: readonly (keyof ArticleValues)[];
  save: SaveState;
  /** When the text was stored last, on this computer or on the server. */
  savedAt: number | null;
  /** Message about the last failed save. */
  problem: string | null;
  fieldErrors: Readonly<Record<string, string>>;
  conflict: Conflict | null;
  /** Another tab or person that writes the working copy. */
  writer: { id: number | null; name: string; at: string } | null;
  /** When the text was typed that was found on this computer, and is shown; null without one. */
  restoredFrom: number | null;
  /** Sentence about a change of state that others have made since the article was read here; null without one. */
  moved: string | null;
  /** Whether somebody has deleted the article. What is typed stays on this computer. */
  isGone: boolean;
  isBusy: boolean;
}

export const NOTHING_YET: WorkState = {
  stored: null,
  values: EMPTY_ARTICLE,
  changed: [],
  save: 'saved',
  savedAt: null,
  problem: null,
  fieldErrors: {},
  conflict: null,
  writer: null,
  restoredFrom: null,
  moved: null,
  isGone: false,
  isBusy: false,
};

/** Returns a state with changes; the same object where they change nothing. */
export const withChanges = (state: WorkState, next: Partial<WorkState>): WorkState =>
  Object.entries(next).some(([name, value]) => value !== state[name as keyof WorkState])
    ? { ...state, ...next }
    : state;

/** The listeners of a work. They are called for another state only: most keys change the text alone, which is not in it yet. */
export function createWorkListeners() {
  const listeners = new Set<() => void>();
  let shown: WorkState = NOTHING_YET;
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (state: WorkState): void => {
      if (state === shown) return;
      shown = state;
      for (const listener of listeners) listener();
    },
  };
}

export interface WorkOptions {
  client: ArticleClient;
  copies: LocalCopies;
  /** Id of the account that a new article names as its author. */
  author?: number;
  /** Key of the local copy of this article. */
  keyOf: (id: number | null) => string;
  /** Reads the text from the editor. */
  readContent: () => string;
  /** Replaces the text of the editor. */
  writeContent: (html: string) => void;
  /** Called once when a new article got its id. */
  onCreated: (id: number) => void;
  onNotice: (text: string) => void;
  /** Called when somebody else has stopped writing, and nothing was typed here: the text is to be read again. */
  onOutdated: (id: number) => void;
  merge: (base: ArticleValues, mine: ArticleValues, theirs: ArticleValues) => Promise<Merge>;
  tab: string;
  now: () => number;
}

const NO_RESPONSE = 'The server did not answer. Your text is safe on this computer';
export const CONFLICT = 412;
const UNAUTHORIZED = 401;

export const messageOf = ({ status, problem }: StaffResponse): string =>
  status === 0 || status >= 500
    ? NO_RESPONSE
    : status === UNAUTHORIZED
      ? 'Log in again to save. Your text is safe on this computer'
      : problem.message;

export const revisionOf = (etag: string | null): number => Number(/e(\d+)/.exec(etag ?? '')?.[1] ?? 0);
export const byOf = (details: Readonly<Record<string, unknown>>): string => {
  const by = details['by'] as { name?: unknown } | null | undefined;
  return typeof by?.name === 'string' ? by.name : '';
};

export const idOf = (details: Readonly<Record<string, unknown>>): number | null => {
  const by = details['by'] as { id?: unknown } | null | undefined;
  return typeof by?.id === 'number' ? by.id : null;
};

/** The article with the attributes of its working copy, in which an empty text is null. */
export function fromCopy(base: ArticleValues, copy: WorkingCopy | null): ArticleValues {
  const values = Object.entries(copy?.values ?? {}).map(([name, value]) =>
    value === null && isOptionalText(name) ? [name, ''] : [name, value],
  );
  return { ...base, ...(Object.fromEntries(values) as Partial<ArticleValues>) };
}

export function fieldErrorsOf({ problem }: StaffResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problem.fields).map(([path, message]) => [path.replace(/^data\./, ''), message]),
  );
}
