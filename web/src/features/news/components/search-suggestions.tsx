import { useEffect, useId, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { baseApi, queryFor } from '#shared/api/base-api.ts';
import { languageOf } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { PAGE_LINK_MARK } from '#shared/ui/page-link.tsx';
import { clearSearches, readSearches, removeSearch, subscribeSearches } from '../recent-searches.ts';
import { MIN_SUGGEST_LETTERS, moveActive, suggestRead, type OptionGroup } from '../suggest.ts';

const DEBOUNCE_MS = 150;

const { useSuggestQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ suggest: build.query(queryFor(suggestRead)) }),
});

/** Roles of a list below a field that keeps the focus: no element of HTML has them outside of a `select`. */
const LIST = { role: 'listbox', tabIndex: -1 } as const;
// The field keeps the focus, or the list would be gone before the click.
const PANEL = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;
const GROUP = { role: 'group' } as const;
const optionOf = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive }) as const;

/**
 * The words in the field, once the reader has stopped typing for a moment. `hold` keeps the words told
 * last until the next letter: a list that somebody walks through must not change below the walk.
 */
function useTyped(field: HTMLInputElement): { typed: string; hold: () => void } {
  const [typed, setTyped] = useState(() => field.value.trim());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => {
    const settle = () => setTyped(field.value.trim());
    const handleInput = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, DEBOUNCE_MS);
    };
    // Letters that came between the first drawing and this listener.
    settle();
    field.addEventListener('input', handleInput);
    return () => {
      clearTimeout(timer.current);
      field.removeEventListener('input', handleInput);
    };
  }, [field]);
  return { typed, hold };
}

const RECENT = 'Recent searches';

/** What was searched for on this device, for a field that is still empty. */
function useRecent(): OptionGroup[] {
  const searches = useSyncExternalStore(subscribeSearches, readSearches);
  return searches.length === 0
    ? []
    : [{ name: RECENT, options: searches.map((text) => ({ label: text, path: paths.search(text) })) }];
}

/**
 * Makes a combobox of a plain search field while it has the focus: the form works without, so this is
 * loaded when the field is first used.
 */
export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const navigate = useNavigate();
  const listId = useId();
  const { typed, hold } = useTyped(field);
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
        hold();
        setChosen({ typed, index: moveActive(active, event.key, options.length) });
      } else if (event.key === 'Escape') {
        event.preventDefault();
        hold();
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
    <div className="suggestions" {...PANEL}>
      <div id={listId} {...LIST} aria-label={isRecent ? `${RECENT}, Delete removes one` : 'Suggestions'}>
        {groups.map(({ name, options: group }) => (
          <div key={name} {...GROUP} aria-label={name}>
            <p className="suggestions__group" aria-hidden="true">
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
                  lang={languageOf(label) ?? undefined}
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
        <button className="suggestions__clear" type="button" tabIndex={-1} onClick={clearSearches}>
          Clear recent searches
        </button>
      )}
    </div>
  );
}

/** For pointers alone: an option holds nothing that could have the focus, and by keys it is Delete. */
function Remove({ search }: { search: string }) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    removeSearch(search);
  };
  const asPointerTarget = { onClick: handleClick, 'aria-hidden': true } as const;
  return (
    <span className="suggestions__remove" {...asPointerTarget}>
      ×
    </span>
  );
}
