import { useEffect, useRef, type RefObject } from 'react';
import { toggled } from './filters.ts';
import { filterNamesOf, type Filters, type ListArg } from './list-path.ts';

/** Checkboxes whose state differs from the URL, because they were changed before hydration. */
function changedCheckboxes(panel: HTMLElement | null, list: ListArg): HTMLInputElement[] {
  const boxes = [...(panel?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
  return boxes.filter(({ name, value, checked }) =>
    filterNamesOf(list.kind).some(
      (filter) => filter === name && checked !== (list.chosen[filter] ?? []).includes(value),
    ),
  );
}

/** Calls `onChoice` once, after hydration, if checkboxes were changed before it. */
export function useEarlyChoice(
  panel: RefObject<HTMLElement | null>,
  list: ListArg,
  onChoice: (filters: Filters) => void,
): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    const changed = changedCheckboxes(panel.current, list);
    if (changed.length === 0) return;
    const names = filterNamesOf(list.kind);
    onChoice(
      changed.reduce<Filters>((filters, { name, value }) => {
        const filter = names.find((one) => one === name);
        return filter === undefined ? filters : toggled(filters, filter, value);
      }, list),
    );
  });
}
