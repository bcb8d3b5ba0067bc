import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleClient, Guest } from './article-client.ts';
import type { ArticleValues, StoredArticle } from './article-values.ts';
import { LIST, optionOf, PANEL } from './subject-picker.tsx';
import * as styles from './article.module.css';

type Byline = Pick<ArticleValues, 'user' | 'guest_author'>;

interface AuthorFieldProps {
  client: ArticleClient;
  /** The account of this person. */
  user: number;
  /** Whether this person may name anybody; others name only themselves. */
  mayChoose: boolean;
  chosen: Byline;
  stored: StoredArticle | null;
  error: string | null;
  onChange: (byline: Byline) => void;
}

interface Option {
  key: string;
  label: string;
  byline: Byline;
}

const SEARCH_MS = 150;
const NOBODY: Option = { key: 'nobody', label: 'No name', byline: { user: null, guest_author: null } };
const ofColleague = ({ id, name }: Colleague): Option => ({
  key: `user-${id}`,
  label: name,
  byline: { user: id, guest_author: null },
});
const ofGuest = ({ id, name }: Guest): Option => ({
  key: `guest-${id}`,
  label: `${name} (guest)`,
  byline: { user: null, guest_author: id },
});
const isSame = (one: Byline, other: Byline): boolean =>
  one.user === other.user && one.guest_author === other.guest_author;

/** Name that readers see above the text: anybody of the newsroom, a guest, or the site itself; found by typing. */
export function AuthorField(props: AuthorFieldProps) {
  const { client, user, mayChoose, chosen, stored, error, onChange } = props;
  const list = useId();
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  const [guests, setGuests] = useState<readonly Guest[]>([]);
  /** The latest choice made here; its name is known. */
  const [last, setLast] = useState<Option | null>(null);
  /** Null while the input shows the chosen author. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void client.colleagues().then((found) => {
      if (isCurrent) setColleagues(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [client]);
  const search = (typed ?? '').trim();
  useEffect(() => {
    if (!isOpen || !mayChoose) return undefined;
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      client.searchGuests(search, aborted.signal).then(
        (found) => {
          if (!aborted.signal.aborted) setGuests(found);
        },
        () => undefined,
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [client, search, isOpen, mayChoose]);

  const all = [
    NOBODY,
    ...colleagues.filter(({ id }) => mayChoose || id === user || id === chosen.user).map(ofColleague),
    ...guests.map(ofGuest),
  ];
  const options = all.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  const present = [...all, ...(last === null ? [] : [last])].find(({ byline }) => isSame(byline, chosen));
  const storedName = stored !== null && isSame(stored.values, chosen) ? stored.authorName : null;
  const shown = present?.label ?? storedName ?? `No. ${chosen.guest_author ?? chosen.user}`;
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: Option | undefined): void => {
    if (option === undefined) return;
    setLast(option);
    onChange(option.byline);
    close();
  };
  const open = () => {
    setAt(0);
    setOpen(true);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setAt((before) => (before + step + options.length) % Math.max(1, options.length));
      else open();
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isOpen) {
      event.preventDefault();
      choose(options[at]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  const isListed = isOpen && options.length > 0;
  return (
    <DialogField label="Author" error={error}>
      {(ids) => (
        <div className={styles.articlePicker}>
          <input
            {...ids}
            className="field__input"
            role="combobox"
            aria-expanded={isListed}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isListed ? `${list}-${options[at]?.key}` : undefined}
            autoComplete="off"
            value={typed ?? shown}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => !isOpen && open()}
            onBlur={close}
            onKeyDown={handleKey}
            onChange={({ target }) => {
              setTyped(target.value);
              open();
            }}
          />
          <output className="visually-hidden">{isOpen && options.length === 0 && 'Nobody found'}</output>
          <div {...PANEL}>
            <ul className={styles.articleOptions} id={list} aria-label="Authors" hidden={!isListed} {...LIST}>
              {options.map((option, index) => (
                <li
                  key={option.key}
                  id={`${list}-${option.key}`}
                  {...optionOf(index === at, () => choose(option))}
                >
                  {option.label}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </DialogField>
  );
}
