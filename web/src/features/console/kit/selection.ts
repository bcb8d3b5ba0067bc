import { useMemo, useSyncExternalStore } from 'react';
import type { RowId } from './source.ts';

/** The selected rows of a list, on all its pages. */
export interface Selected {
  /** Pages on which the rows were selected, by id. */
  rows: ReadonlyMap<RowId, number>;
  /** Whether all rows that match are selected, those on pages that nobody has opened included. */
  isAll: boolean;
}

const NONE: Selected = { rows: new Map(), isAll: false };

/** By name of resource and what the list shows, so that it is there again after a look at a row. */
const selections = new Map<string, Selected>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(key: string, selected: Selected): void {
  selections.clear();
  if (selected.rows.size > 0 || selected.isAll) selections.set(key, selected);
  for (const listener of listeners) listener();
}

export interface Selection extends Selected {
  toggle: (id: RowId, page: number) => void;
  /** Selects or deselects some rows of a page. */
  setAll: (ids: readonly RowId[], page: number, isSelected: boolean) => void;
  selectMatching: () => void;
  clear: () => void;
}

/**
 * Returns the selection of a list. `key` names the resource and its filters: another key has another selection. The functions
 * stay the same as long as the key does.
 */
export function useSelection(key: string): Selection {
  const selected = useSyncExternalStore(subscribe, () => selections.get(key) ?? NONE);
  const changes = useMemo((): Omit<Selection, keyof Selected> => {
    const current = (): Map<RowId, number> => new Map(selections.get(key)?.rows);
    return {
      toggle: (id, page) => {
        const rows = current();
        // While all that match are selected, a row that nobody has ticked is deselected, too.
        if (!rows.delete(id) && selections.get(key)?.isAll !== true) rows.set(id, page);
        set(key, { rows, isAll: false });
      },
      setAll: (ids, page, isSelected) => {
        const rows = current();
        for (const id of ids)
          if (isSelected) rows.set(id, page);
          else rows.delete(id);
        set(key, { rows, isAll: false });
      },
      selectMatching: () => set(key, { rows: current(), isAll: true }),
      clear: () => set(key, NONE),
    };
  }, [key]);
  return useMemo(() => ({ ...selected, ...changes }), [selected, changes]);
}
