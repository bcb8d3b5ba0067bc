const KEY = 'vidhi.searches';
const MAX_SEARCHES = 5;
const MAX_LENGTH = 200;
const CHANGED_EVENT = 'vidhi:searches';
const NONE: readonly string[] = [];

let cached: { text: string; searches: readonly string[] } = { text: '', searches: NONE };

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH;

/** Returns the recent searches of this device, newest first. Returns the same array until they change. */
export function readSearches(): readonly string[] {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    if (text === cached.text) return cached.searches;
    const stored: unknown = JSON.parse(text === '' ? '[]' : text);
    cached = {
      text,
      searches: Array.isArray(stored) ? stored.filter(isSearch).slice(0, MAX_SEARCHES) : NONE,
    };
    return cached.searches;
  } catch {
    return NONE;
  }
}

function write(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Storage is disabled or full: searches are not saved.
    return;
  }
  document.dispatchEvent(new Event(CHANGED_EVENT));
}

const without = (search: string): string[] =>
  readSearches().filter((one) => one.toLowerCase() !== search.toLowerCase());

export function saveSearch(search: string): void {
  if (isSearch(search)) write([search.trim(), ...without(search.trim())].slice(0, MAX_SEARCHES));
}

export const removeSearch = (search: string): void => write(without(search));

export const clearSearches = (): void => write(NONE);

/** Subscribes to changes in this and other tabs; returns a function that unsubscribes. */
export function subscribeSearches(listener: () => void): () => void {
  document.addEventListener(CHANGED_EVENT, listener);
  window.addEventListener('storage', listener);
  return () => {
    document.removeEventListener(CHANGED_EVENT, listener);
    window.removeEventListener('storage', listener);
  };
}
