import { useEffect, useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ArticleClient } from './article-client.ts';
import type { Subject } from './article-values.ts';
import { slugOf } from './slug-of.ts';
import * as styles from './article.module.css';

interface SubjectPickerProps {
  kind: 'categories' | 'tags';
  label: string;
  client: ArticleClient;
  /** Ids of the chosen ones, in order. */
  chosen: readonly number[];
  /** Subjects whose names are known already. */
  known: readonly Subject[];
  onChange: (ids: readonly number[]) => void;
  isDisabled?: boolean;
}

const SEARCH_MS = 150;
const NOTHING = { q: '', subjects: [] } as const;
/** ARIA roles of a combobox, whose input keeps the focus; HTML has elements with these roles inside `select` only. */
export const LIST = { role: 'listbox', tabIndex: -1 } as const;
export const optionOf = (isActive: boolean, onClick: () => void) =>
  ({ role: 'option', 'aria-selected': isActive, onClick }) as const;
// Keeps the focus in the input: without it the list is closed before the click.
export const PANEL = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;

/** Returns the subjects of ids; those whose names are not known are requested. */
function useNames(
  kind: 'categories' | 'tags',
  client: ArticleClient,
  ids: readonly number[],
  known: readonly Subject[],
) {
  const [names, setNames] = useState<ReadonlyMap<number, Subject>>(() => new Map());
  const all = new Map([...names, ...known.map((one) => [one.id, one] as const)]);
  const missing = ids.filter((id) => !all.has(id)).join();
  useEffect(() => {
    if (missing === '') return;
    void client
      .subjectsById(kind, missing.split(',').map(Number))
      .then((found) => setNames((last) => new Map([...last, ...found.map((one) => [one.id, one] as const)])));
  }, [kind, client, missing]);
  const add = (one: Subject) => setNames((last) => new Map([...last, [one.id, one]]));
  return { all, add };
}

/** Chooses categories or tags by typing a part of their names; a tag that does not exist can be made. */
export function SubjectPicker({
  kind,
  label,
  client,
  chosen,
  known,
  onChange,
  isDisabled = false,
}: SubjectPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ q: string; subjects: readonly Subject[] }>(NOTHING);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { all, add } = useNames(kind, client, chosen, known);

  useEffect(() => {
    if (!isOpen) return undefined;
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      client.searchSubjects(kind, text.trim(), aborted.signal).then(
        (subjects) => {
          if (!aborted.signal.aborted) setFound({ q: text.trim(), subjects });
        },
        () => undefined,
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [client, kind, text, isOpen]);

  const typed = text.trim().toLowerCase();
  // What was found for other letters is offered until the response for these ones, but for what does not have them: Enter takes
  // what somebody has typed, however fast.
  const isOutdated = found.q !== text.trim();
  const offered = found.subjects.filter(
    ({ id: one, name }) => !chosen.includes(one) && (!isOutdated || name.toLowerCase().includes(typed)),
  );
  const isNew =
    kind === 'tags' &&
    typed !== '' &&
    !isOutdated &&
    !found.subjects.some(({ name }) => name.toLowerCase() === typed);
  const options = isNew ? [...offered, null] : offered;

  const choose = async (option: Subject | null | undefined): Promise<void> => {
    if (option === undefined) return;
    const subject = option ?? (await client.createTag(text.trim(), slugOf(text))).value;
    if (subject === undefined) return;
    add(subject);
    onChange([...chosen, subject.id]);
    // What was typed meanwhile stays.
    setText((now) => (now === text ? '' : now));
    setAt(0);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setAt((last) => (options.length === 0 ? 0 : (last + step + options.length) % options.length));
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isOpen && options.length > 0) {
      event.preventDefault();
      void choose(options[at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && text === '') onChange(chosen.slice(0, -1));
  };

  return (
    <div className={styles.articlePicker}>
      <label className="field__name" htmlFor={id}>
        {label}
      </label>
      {chosen.length > 0 && (
        <ul className={styles.articleChips} aria-label={`Chosen ${label.toLowerCase()}`}>
          {chosen.map((one) => (
            <li key={one}>
              {all.get(one)?.name ?? '…'}
              <button
                type="button"
                disabled={isDisabled}
                aria-label={`Remove ${all.get(one)?.name ?? 'it'}`}
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        className="field__input"
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder={`Add ${kind === 'tags' ? 'a tag' : 'a category'}`}
        value={text}
        disabled={isDisabled}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={handleKey}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setOpen(true);
        }}
      />
      <div {...PANEL}>
        <ul
          className={styles.articleOptions}
          id={`${id}-list`}
          aria-label={label}
          hidden={!isOpen || options.length === 0}
          {...LIST}
        >
          {options.map((option, index) => (
            <li
              key={option?.id ?? 'new'}
              id={`${id}-${index}`}
              {...optionOf(index === at, () => void choose(option))}
            >
              {option?.name ?? `New tag “${text.trim()}”`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
