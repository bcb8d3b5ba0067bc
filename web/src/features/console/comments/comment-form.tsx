import { MAX_COMMENT_LENGTH } from '@vidhi/contracts/comments.ts';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { LIST, optionOf, PANEL } from '../article/subject-picker.tsx';
import * as article from '../article/article.module.css';
import { mentionsIn, peopleFor, typedName, withName } from './mentions.ts';
import * as styles from './comments.module.css';

interface CommentFormProps {
  label: string;
  submitLabel: string;
  people: readonly Colleague[];
  isBusy: boolean;
  /** Resolves with whether it is stored. */
  onSend: (text: string, mentions: readonly number[]) => Promise<boolean>;
  onCancel?: () => void;
}

/** A new comment or reply. An at sign and the beginning of a name offer the people of the newsroom. */
export function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, people, isBusy, onSend, onCancel } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  /** Place of the cursor after the latest key. */
  const [cursor, setCursor] = useState(0);
  /** The place of the cursor after a name was completed. */
  const [place, setPlace] = useState<{ cursor: number } | null>(null);
  const offered = typed === null ? [] : peopleFor(typed, people);
  const isOpen = offered.length > 0;

  useLayoutEffect(() => {
    if (place !== null) field.current?.setSelectionRange(place.cursor, place.cursor);
  }, [place]);

  const choose = (person: Colleague | undefined): void => {
    if (person === undefined) return;
    const next = withName(text, cursor, person.name);
    setText(next.text);
    setPlace(next);
    setTyped(null);
  };
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isBusy) return;
    if (await onSend(text, mentionsIn(text, people))) setText('');
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // Elsewhere on the page it publishes.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      event.preventDefault();
      void send();
      return;
    }
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((last) => (last + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[at]);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.form}>
      <label className="field__name" htmlFor={id}>
        {label}
      </label>
      <div className={article.articlePicker}>
        <textarea
          ref={field}
          id={id}
          className={`field__input field__input--lines ${styles.text}`}
          rows={3}
          maxLength={MAX_COMMENT_LENGTH}
          placeholder="Write @ and a name to mention somebody"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setCursor(target.selectionStart);
            setTyped(typedName(target.value.slice(0, target.selectionStart)));
            setAt(0);
          }}
          onKeyDown={handleKey}
          onBlur={() => setTyped(null)}
        />
        <div {...PANEL}>
          <ul
            className={article.articleOptions}
            id={`${id}-list`}
            aria-label="People"
            hidden={!isOpen}
            {...LIST}
          >
            {offered.map((person, index) => (
              <li key={person.id} id={`${id}-${index}`} {...optionOf(index === at, () => choose(person))}>
                {person.name}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className={styles.actions}>
        <button
          type="button"
          className="button"
          disabled={isBusy || text.trim() === ''}
          onClick={() => void send()}
        >
          {submitLabel}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button button--plain" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
    </div>
  );
}
