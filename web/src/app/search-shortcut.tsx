import { useEffect } from 'react';

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Focuses the search field of the page on the key `/`, or that of the masthead where the page has none. */
export function SearchShortcut() {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target))
        return;
      const fields = document.querySelectorAll<HTMLInputElement>('input[name="q"]');
      const field = [...fields].find((one) => one.closest('main') !== null) ?? fields[0];
      if (field === undefined) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return null;
}
