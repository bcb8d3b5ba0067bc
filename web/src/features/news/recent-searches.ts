const KEY = 'vidhi.searches';
const MOST = 5;
const LONGEST = 200;
const CHANGED = 'vidhi:searches';
const NONE: readonly string[] = [];

let known: { text: string; searches: readonly string[] } = { text: '', searches: NONE };

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST;

/** What was searched for on this device, newest first. The same value until something changes. */
export function readSearches(): readonly string[] {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    if (text === known.text) return known.searches;
    const stored: unknown = JSON.parse(text === '' ? '[]' : text);
    known = { text, searches: Array.isArray(stored) ? stored.filter(isSearch).slice(0, MOST) : NONE };
    return known.searches;
  } catch {
    return NONE;
  }
}

function write(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Where nothing can be stored nothing is remembered.
    return;
  }
  document.dispatchEvent(new Event(CHANGED));
}

const without = (search: string): string[] =>
  readSearches().filter((one) => one.toLowerCase() !== search.toLowerCase());

export function noteSearch(search: string): void {
  if (isSearch(search)) write([search.trim(), ...without(search.trim())].slice(0, MOST));
}

export const removeSearch = (search: string): void => write(without(search));

export const clearSearches = (): void => write(NONE);

/** Tells of changes made here and in other tabs. */
export function subscribeSearches(listener: () => void): () => void {
  document.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    document.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}
