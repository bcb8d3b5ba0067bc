import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import type { ArticleValues } from './article-values.ts';

/** Unsaved text of one article in this browser. */
export interface LocalCopy {
  values: ArticleValues;
  /** The state of the server that the text is a change of; null for an article that is not stored yet. */
  base: ArticleValues | null;
  etag: string | null;
  at: number;
}

export interface LocalCopies {
  save: (key: string, copy: LocalCopy) => Promise<void>;
  /** Returns the copies whose keys begin with a text. */
  find: (prefix: string) => Promise<[key: string, copy: LocalCopy][]>;
  remove: (key: string) => Promise<void>;
}

/** Prefix of the keys of somebody's articles: another person at the same computer does not find them. */
export const localPrefix = (user: number, article: number | 'new'): string => `wc:${user}:post:${article}`;

/** The copies in the browser's database. Where it is closed, as in a private window, nothing is stored. */
export function browserCopies(): LocalCopies {
  let store: UseStore | undefined;
  const database = (): UseStore => (store ??= createStore('vidhi-console', 'working-copies'));
  return {
    save: async (key, copy) => set(key, copy, database()),
    find: async (prefix) => {
      const all = await entries<string, LocalCopy>(database()).catch(() => []);
      return all.filter(([key]) => key === prefix || key.startsWith(`${prefix}:`));
    },
    remove: async (key) => del(key, database()).catch(() => undefined),
  };
}

/** Holds a key, so that another tab does not offer its text as lost, until `ended` is aborted or the document is closed. */
export async function holdKey(key: string, ended: AbortSignal): Promise<void> {
  if (!('locks' in navigator) || ended.aborted) return;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  ended.addEventListener('abort', () => release(), { once: true });
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = navigator.locks.request(key, { ifAvailable: true }, async () => {
    hold();
    await isReleased;
  });
  holding.catch(() => hold());
  await isHeld;
}

/** Returns the keys that documents of this browser hold. */
export async function heldKeys(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
