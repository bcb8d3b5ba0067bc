import { useEffect, useId, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { PAGE_LINK_MARK } from '#shared/ui/page-link.tsx';
import { clearSearches, readSearches, removeSearch, subscribeSearches } from '../recent-searches.ts';
import { MIN_SUGGEST_LETTERS, moveActive, suggestRead, type OptionGroup } from '../suggest.ts';
import * as styles from '../suggestions.module.css';

const DEBOUNCE_MS = 150;

const { useSuggestQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ suggest: build.query(queryFor(suggestRead)) }),
});

/** ARIA roles of a combobox, whose input keeps the focus; HTML has elements with these roles inside `select` only. */
const LIST = { role: 'listbox', tabIndex: -1 } as const;
// Keeps the focus in the field: without it the list is removed before the click.
const PANEL = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;
const GROUP = { role: 'group' } as const;
const optionOf = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive }) as const;

/**
 * Returns the text of the field, debounced. `cancel` drops a pending update, so that the list does not change while it is
 * used by keyboard.
 */
function useTyped(field: HTMLInputElement): { typed: string; cancel: () => void } {
  const [typed, setTyped] = useState(() => field.value.trim());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => {
    const settle = () => setTyped(field.value.trim());
    const handleInput = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, DEBOUNCE_MS);
    };
    // The field may have changed between the first rendering and this effect.
    settle();
    field.addEventListener('input', handleInput);
    return () => {
      clearTimeout(timer.current);
      field.removeEventListener('input', handleInput);
    };
  }, [field]);
  return { typed, cancel };
}

const RECENT = 'Recent searches';

/** Returns the recent searches of this device, shown while the field is empty. */
function useRecent(): OptionGroup[] {
  const searches = useSyncExternalStore(subscribeSearches, readSearches);
  return searches.length === 0
    ? []
    : [{ name: RECENT, options: searches.map((text) => ({ label: text, path: paths.search(text) })) }];
}

/** Turns a search field that has the focus into a combobox. Loaded when the field is first used. */
export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const navigate = useNavigate();
  const listId = useId();
  const { typed, cancel } = useTyped(field);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ typed: '', index: -1 });
  const active = chosen.typed === typed ? chosen.index : -1;
  const isLong = typed.length >= MIN_SUGGEST_LETTERS;
  const { currentData: suggested = [] } = useSuggestQuery(typed, { skip: !isLong });
  const recent = useRecent();
  const isRecent = typed === '';
  const groups = isRecent ? recent : isLong ? suggested : [];
  const options = groups.flatMap((group) => group.options);
  const isOpen = options.length > 0 && closedFor !== typed;
  const current = isOpen ? options[active] : undefined;
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    return () => {
      for (const name of ['role', 'aria-autocomplete', 'aria-expanded', 'aria-controls'])
        field.removeAttribute(name);
      field.removeAttribute('aria-activedescendant');
    };
  }, [field]);

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) field.setAttribute('aria-controls', listId);
    else field.removeAttribute('aria-controls');
    if (current === undefined) field.removeAttribute('aria-activedescendant');
    else {
      const id = `${listId}-${active}`;
      field.setAttribute('aria-activedescendant', id);
      document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    }
  }, [field, isOpen, listId, active, current]);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isOpen || event.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        cancel();
        setChosen({ typed, index: moveActive(active, event.key, options.length) });
      } else if (event.key === 'Escape') {
        event.preventDefault();
        cancel();
        setClosedFor(typed);
      } else if (event.key === 'Delete' && isRecent && current !== undefined) {
        event.preventDefault();
        removeSearch(current.label);
        setChosen({ typed, index: Math.min(active, options.length - 2) });
      } else if (event.key === 'Enter' && current !== undefined) {
        event.preventDefault();
        setClosedFor(typed);
        void navigate(current.path);
      }
    };
    field.addEventListener('keydown', handleKey);
    return () => field.removeEventListener('keydown', handleKey);
  });

  if (!isOpen) return null;
  return (
    <div className={styles.suggestions} {...PANEL}>
      <div id={listId} {...LIST} aria-label={isRecent ? `${RECENT}, Delete removes one` : 'Suggestions'}>
        {groups.map(({ name, options: group }) => (
          <div key={name} {...GROUP} aria-label={name}>
            <p className={styles.suggestionsGroup} aria-hidden="true">
              {name}
            </p>
            {group.map((option) => {
              const { label, path } = option;
              const index = options.indexOf(option);
              return (
                <a
                  key={path}
                  id={optionId(index)}
                  {...optionOf(index === active)}
                  tabIndex={-1}
                  href={path}
                  {...textLanguageProps(label)}
                  {...{ [PAGE_LINK_MARK]: '' }}
                >
                  {label}
                  {isRecent && <Remove search={label} />}
                </a>
              );
            })}
          </div>
        ))}
      </div>
      {isRecent && (
        <button className={styles.suggestionsClear} type="button" tabIndex={-1} onClick={clearSearches}>
          Clear recent searches
        </button>
      )}
    </div>
  );
}

/** A remove button for pointers only: options must not contain focusable elements, so the key is Delete. */
function Remove({ search }: { search: string }) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    removeSearch(search);
  };
  const asPointerTarget = { onClick: handleClick, 'aria-hidden': true } as const;
  return (
    <span className={styles.suggestionsRemove} {...asPointerTarget}>
      ×
    </span>
  );
}
