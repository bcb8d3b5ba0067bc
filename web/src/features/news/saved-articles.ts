/** An article that the reader has put aside on this device. */
export interface SavedArticle {
  path: string;
  title: string;
  date: string;
}

const KEY = 'vidhi.saved';
const MOST = 200;
const CHANGED = 'vidhi:saved';
const NONE: readonly SavedArticle[] = [];

let known: { text: string; articles: readonly SavedArticle[] } = { text: '', articles: NONE };

const isSaved = (value: unknown): value is SavedArticle =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'title', 'date'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  /^\/(?!\/)/.test(String(Reflect.get(value, 'path')));

/** Newest first. The same value until something changes; empty where there is no storage. */
export function readSaved(): readonly SavedArticle[] {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    if (text === known.text) return known.articles;
    const stored: unknown = JSON.parse(text === '' ? '[]' : text);
    known = { text, articles: Array.isArray(stored) ? stored.filter(isSaved) : NONE };
    return known.articles;
  } catch {
    return NONE;
  }
}

/** Puts an article aside, or takes it from there; says whether it is saved now. */
export function toggleSaved(article: SavedArticle): boolean {
  const others = readSaved().filter(({ path }) => path !== article.path);
  const wasSaved = others.length < readSaved().length;
  try {
    localStorage.setItem(KEY, JSON.stringify((wasSaved ? others : [article, ...others]).slice(0, MOST)));
  } catch {
    return wasSaved;
  }
  document.dispatchEvent(new Event(CHANGED));
  return !wasSaved;
}

/** Tells of changes made here and in other tabs. */
export function subscribeSaved(listener: () => void): () => void {
  document.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    document.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}
