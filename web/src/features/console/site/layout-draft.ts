import type { Unchecked } from '@vidhi/collections/all.ts';
import {
  checkedFoot,
  checkedMenu,
  DEFAULT_FOOT,
  DEFAULT_MENU,
  type FootColumn,
  type MenuLink,
} from '@vidhi/contracts/site-layout.ts';

/** A list of links as staff edit it. Links have keys, as names and addresses change while somebody types. */
export interface DraftLink extends MenuLink {
  key: number;
}
export interface DraftColumn {
  key: number;
  title: string;
  links: readonly DraftLink[];
}

/** Menu and foot as staff edit them. */
export interface LayoutDraft {
  menu: readonly DraftLink[];
  foot: readonly DraftColumn[];
}

let lastKey = 0;
const newKey = (): number => (lastKey += 1);

const withKeys = (links: readonly MenuLink[]): DraftLink[] =>
  links.map((link) => ({ ...link, key: newKey() }));
const columnsOf = (columns: readonly FootColumn[]): DraftColumn[] =>
  columns.map(({ title = '', links }) => ({ key: newKey(), title, links: withKeys(links) }));

export const newLink = (): DraftLink => ({ key: newKey(), name: '', path: '' });
export const newColumn = (): DraftColumn => ({ key: newKey(), title: '', links: [newLink()] });
export const defaultDraft = (): LayoutDraft => ({
  menu: withKeys(DEFAULT_MENU),
  foot: columnsOf(DEFAULT_FOOT),
});

/** Returns the stored links, or the defaults where there are none. */
export const draftOf = (row: Unchecked<'site-option'>): LayoutDraft => ({
  menu: withKeys(checkedMenu(row.menu_links).value ?? DEFAULT_MENU),
  foot: columnsOf(checkedFoot(row.foot_columns).value ?? DEFAULT_FOOT),
});

/** Moves an entry of a list by one place; the list stays as it is where there is none. */
export function moved<Entry>(list: readonly Entry[], from: number, by: -1 | 1): readonly Entry[] {
  const entry = list[from];
  const other = list[from + by];
  if (entry === undefined || other === undefined) return list;
  return list.with(from, other).with(from + by, entry);
}

export type LayoutValues = {
  menu_links: readonly MenuLink[] | null;
  foot_columns: readonly FootColumn[] | null;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns what is stored of a draft, null for what is the default; or what is wrong with it. Empty rows are left out. */
export function valuesOf({ menu, foot }: LayoutDraft): { values: LayoutValues } | { problem: string } {
  const filled = (links: readonly DraftLink[]) =>
    links.filter(({ name, path }) => name.trim() + path.trim() !== '');
  const links = checkedMenu(filled(menu));
  const columns = checkedFoot(foot.map(({ title, links: own }) => ({ title, links: filled(own) })));
  const problem = links.problem ?? columns.problem;
  if (problem !== undefined) return { problem };
  return {
    values: {
      menu_links: isSame(links.value, DEFAULT_MENU) ? null : (links.value ?? null),
      foot_columns: isSame(columns.value, DEFAULT_FOOT) ? null : (columns.value ?? null),
    },
  };
}

/** Returns those of the two lists that differ from the stored ones. */
export function changedLists(
  values: Unchecked<'site-option'>,
  stored: Unchecked<'site-option'>,
): Partial<Record<keyof LayoutValues, unknown>> {
  const before = valuesOf(draftOf(stored));
  const lists = 'values' in before ? before.values : stored;
  const names = ['menu_links', 'foot_columns'] as const;
  return Object.fromEntries(
    names
      .filter((name) => !isSame(values[name] ?? null, lists[name] ?? null))
      .map((name) => [name, values[name] ?? null]),
  );
}
