import { useEffect, useRef, type RefObject } from 'react';
import { filterNamesOf, toggled, type Filters, type ListArg } from './filters.ts';

/** Boxes whose mark is not what the address says: their reader was faster than the scripts. */
function boxesUsed(panel: HTMLElement | null, list: ListArg): HTMLInputElement[] {
  const boxes = [...(panel?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
  return boxes.filter(({ name, value, checked }) =>
    filterNamesOf(list.store).some(
      (filter) => filter === name && checked !== (list.chosen[filter] ?? []).includes(value),
    ),
  );
}

/** Tells once, when the panel is taken over, what was chosen in it before its scripts ran. */
export function useEarlyChoice(
  panel: RefObject<HTMLElement | null>,
  list: ListArg,
  onChoice: (wanted: Filters) => void,
): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const used = boxesUsed(panel.current, list);
    if (used.length === 0) return;
    const names = filterNamesOf(list.store);
    onChoice(
      used.reduce<Filters>((wanted, { name, value }) => {
        const filter = names.find((one) => one === name);
        return filter === undefined ? wanted : toggled(wanted, filter, value);
      }, list),
    );
  });
}
