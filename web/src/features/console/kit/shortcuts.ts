/** Keys of the console. The sheet that `?` opens lists this table, and the handlers read their keys from it. */
export interface Shortcut {
  id: string;
  group: 'Everywhere' | 'Lists' | 'Forms and texts';
  /** As tinykeys reads it: `$mod+k`, `g p`. */
  keys: string;
  label: string;
  /** The page that it opens; listed where the console has it and the session may see it. */
  to?: string;
}

export const SHORTCUTS = [
  { id: 'palette', group: 'Everywhere', keys: '$mod+k', label: 'Find a page, an action or a record' },
  { id: 'sheet', group: 'Everywhere', keys: 'Shift+?', label: 'Show this sheet' },
  { id: 'search', group: 'Everywhere', keys: '/', label: 'Go to the search box' },
  { id: 'today', group: 'Everywhere', keys: 'g t', label: 'Today', to: '/console' },
  { id: 'posts', group: 'Everywhere', keys: 'g p', label: 'Articles', to: '/console/posts' },
  { id: 'calendar', group: 'Everywhere', keys: 'g l', label: 'Calendar', to: '/console/posts/calendar' },
  { id: 'categories', group: 'Everywhere', keys: 'g c', label: 'Categories', to: '/console/categories' },
  { id: 'orders', group: 'Everywhere', keys: 'g o', label: 'Orders', to: '/console/orders' },
  { id: 'books', group: 'Everywhere', keys: 'g b', label: 'Books', to: '/console/books' },
  { id: 'profiles', group: 'Everywhere', keys: 'g d', label: 'Profiles', to: '/console/profiles' },
  { id: 'inbox', group: 'Everywhere', keys: 'g i', label: 'Inbox', to: '/console/inbox' },
  { id: 'media', group: 'Everywhere', keys: 'g m', label: 'Media', to: '/console/media' },
  { id: 'audit', group: 'Everywhere', keys: 'g a', label: 'Audit', to: '/console/audit' },
  { id: 'new-post', group: 'Everywhere', keys: 'n p', label: 'New article', to: '/console/posts/new' },
  { id: 'new-tag', group: 'Everywhere', keys: 'n t', label: 'New tag', to: '/console/tags/new' },
  { id: 'next', group: 'Lists', keys: 'j', label: 'Next row' },
  { id: 'previous', group: 'Lists', keys: 'k', label: 'Previous row' },
  { id: 'select', group: 'Lists', keys: 'x', label: 'Select the row' },
  { id: 'open', group: 'Lists', keys: 'o', label: 'Open the row' },
  { id: 'menu', group: 'Lists', keys: '.', label: 'Menu of the row' },
  { id: 'all', group: 'Lists', keys: '$mod+a', label: 'Select the page, and again: all that match' },
  { id: 'clear', group: 'Lists', keys: 'Escape', label: 'Clear the selection, close what is open' },
  { id: 'save', group: 'Forms and texts', keys: '$mod+s', label: 'Save' },
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

export const keysOf = (id: ShortcutId): string => SHORTCUTS.find((one) => one.id === id)?.keys ?? '';

/** Returns keys as people read them: `Ctrl K`, `g then p`. */
export const shownKeys = (keys: string): string =>
  keys
    .split(' ')
    .map((press) => press.replace('$mod', 'Ctrl').replace('Shift+?', '?').replaceAll('+', ' '))
    .join(' then ');

const KEY = 'vidhi.console.single-keys';

/** Returns whether keys without Ctrl act. They can be switched off (WCAG 2.1.4). */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function saveSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is disabled: they stay as they are.
  }
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
      !(target instanceof HTMLInputElement && target.type === 'checkbox')));

/** Whether a key may act as a shortcut: not while somebody types, nor below a dialog. */
export const mayAct = ({ target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open], .ant-dropdown:not(.ant-dropdown-hidden)') === null &&
  (ctrlKey || metaKey ? !isEditable(target) : readSingleKeys() && !isEditable(target));

/** Keys that an input method takes; tinykeys itself would ignore all keys in fields, Ctrl-S included. */
export const isComposing = ({ isComposing: isTaken }: KeyboardEvent): boolean => isTaken;
