/** A saved view of a list. */
export interface View {
  id: string;
  name: string;
  /** Query of its address, with the question mark. */
  search: string;
}

const KEY = 'vidhi.console.views';
const CHANGED = 'vidhi-views';
const NONE: readonly View[] = [];

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'search'].every((key) => typeof Reflect.get(value, key) === 'string');

/** By resource; the same objects while the storage is the same. */
let cached: { text: string | null; views: Readonly<Record<string, readonly View[]>> } = {
  text: null,
  views: {},
};

function readAll(): Readonly<Record<string, readonly View[]>> {
  try {
    const text = localStorage.getItem(KEY);
    if (text === cached.text) return cached.views;
    const parsed: unknown = JSON.parse(text ?? '{}');
    const lists = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
    const views = Object.fromEntries(
      lists.map(([name, list]) => [name, Array.isArray(list) ? (list as unknown[]).filter(isView) : []]),
    );
    cached = { text, views };
    return views;
  } catch {
    return {};
  }
}

export const readViews = (resource: string): readonly View[] => readAll()[resource] ?? NONE;

function write(resource: string, views: readonly View[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [resource]: views }));
  } catch {
    // Storage is disabled: the view is not saved.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Saves a view under a name, in place of one of the same name, and returns its id. `searchOf` gets the id. */
export function saveView(resource: string, name: string, searchOf: (id: string) => string): string {
  const views = readViews(resource);
  const id = views.find((view) => view.name === name)?.id ?? crypto.randomUUID().slice(0, 8);
  write(resource, [...views.filter((view) => view.id !== id), { id, name, search: searchOf(id) }]);
  return id;
}

export const deleteView = (resource: string, id: string): void =>
  write(
    resource,
    readViews(resource).filter((view) => view.id !== id),
  );

export function subscribeViews(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
