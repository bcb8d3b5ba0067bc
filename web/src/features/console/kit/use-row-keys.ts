import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { isComposing, keysOf, mayAct } from './shortcuts.ts';

const rowsOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tr[data-row]')];

const focusable = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('th a') ?? row?.querySelector<HTMLElement>('a, button, input') ?? null;

interface RowKeys {
  /** Selects the rows of the page, and all that match when pressed again. */
  selectAll: () => void;
  clear: () => void;
}

/** Keys of a list while no field has the focus (`shortcuts.ts`). */
export function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const act = (step: (rows: readonly HTMLElement[], at: number) => void) => (event: KeyboardEvent) => {
      const rows = rowsOf();
      if (!mayAct(event) || rows.length === 0) return;
      event.preventDefault();
      step(
        rows,
        rows.findIndex((row) => row.contains(document.activeElement)),
      );
    };
    const press = (selector: string) =>
      act((rows, at) => rows[at]?.querySelector<HTMLElement>(selector)?.click());
    const bindings = {
      [keysOf('next')]: act((rows, at) => focusable(rows[Math.min(at + 1, rows.length - 1)])?.focus()),
      [keysOf('previous')]: act((rows, at) => focusable(rows[Math.max(at - 1, 0)])?.focus()),
      [keysOf('select')]: press('input[type=checkbox]'),
      [keysOf('open')]: press('th a'),
      [keysOf('menu')]: press('[aria-haspopup=menu]'),
      [keysOf('all')]: act(() => latest.current.selectAll()),
      [keysOf('clear')]: (event: KeyboardEvent) => {
        if (mayAct(event)) latest.current.clear();
      },
    };
    return tinykeys(window, bindings, { ignore: isComposing });
  }, []);
}
