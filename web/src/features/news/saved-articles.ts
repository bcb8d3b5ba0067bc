/** An article that is saved on this device. */
export interface SavedArticle {
  path: string;
  title: string;
  date: string;
}

const KEY = 'vidhi.saved';
const MAX_ARTICLES = 200;
const CHANGED_EVENT = 'vidhi:saved';
const NONE: readonly SavedArticle[] = [];

let cached: { text: string; articles: readonly SavedArticle[] } = { text: '', articles: NONE };

const isSaved = (value: unknown): value is SavedArticle =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'title', 'date'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  /^\/(?!\/)/.test(String(Reflect.get(value, 'path')));

/**
 * Returns the saved articles, newest first. Returns the same array until they change; empty where storage is disabled.
 */
export function readSaved(): readonly SavedArticle[] {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    if (text === cached.text) return cached.articles;
    const stored: unknown = JSON.parse(text === '' ? '[]' : text);
    cached = { text, articles: Array.isArray(stored) ? stored.filter(isSaved) : NONE };
    return cached.articles;
  } catch {
    return NONE;
  }
}

/** Saves an article, or removes it if it is saved; returns whether it is saved now. */
export function toggleSaved(article: SavedArticle): boolean {
  const others = readSaved().filter(({ path }) => path !== article.path);
  const wasSaved = others.length < readSaved().length;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify((wasSaved ? others : [article, ...others]).slice(0, MAX_ARTICLES)),
    );
  } catch {
    return wasSaved;
  }
  document.dispatchEvent(new Event(CHANGED_EVENT));
  return !wasSaved;
}

/** Subscribes to changes in this and other tabs; returns a function that unsubscribes. */
export function subscribeSaved(listener: () => void): () => void {
  document.addEventListener(CHANGED_EVENT, listener);
  window.addEventListener('storage', listener);
  return () => {
    document.removeEventListener(CHANGED_EVENT, listener);
    window.removeEventListener('storage', listener);
  };
}
