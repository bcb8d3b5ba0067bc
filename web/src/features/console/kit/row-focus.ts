import { useLayoutEffect, useRef, type RefObject } from 'react';

export interface RowFocus<List extends HTMLElement> {
  /** The element whose children are the rows: list items or groups of fields. */
  list: RefObject<List | null>;
  /** The button after the rows, which adds one. */
  add: RefObject<HTMLButtonElement | null>;
  /** Call it before the row at this place is removed. */
  beforeRemoval: (at: number) => void;
}

/**
 * Gives the focus to the row after one that is removed, or to the button that adds rows: the focus of the removed one would be
 * lost, and keyboard users sent to the top of the page.
 */
export function useRowFocus<List extends HTMLElement>(): RowFocus<List> {
  const list = useRef<List>(null);
  const add = useRef<HTMLButtonElement>(null);
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const at = removed.current;
    if (at === null) return;
    removed.current = null;
    const rows = Array.from(list.current?.children ?? []).filter((child) => child.matches('li, fieldset'));
    (rows[at]?.querySelector('input') ?? add.current)?.focus();
  });
  return {
    list,
    add,
    beforeRemoval: (at) => {
      removed.current = at;
    },
  };
}
