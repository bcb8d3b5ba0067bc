import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Session } from '#shared/session/session-slice.ts';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { mayAccess } from '../access.ts';
import { findConsolePage } from '../frame/current-page.ts';
import { knownPages, menuPages } from '../frame/known-pages.ts';
import * as styles from '../kit.module.css';
import { categoryApi } from '../newsroom/category-resource.ts';
import { tagApi } from '../newsroom/tag-choices.ts';
import { postApi } from '../posts/post-api.ts';
import { Dialog } from './dialog.tsx';
import { KIT } from './kit-texts.ts';
import { offeredRows } from './offered-rows.ts';
import type { ListQuery } from './source.ts';

const TEXTS = {
  title: 'Find a page, an action or a record',
  nothing: 'Nothing found.',
  sheet: 'Keyboard shortcuts',
} as const;

interface Entry {
  key: string;
  label: string;
  /** Kind of the entry, beside its label. */
  kind: string;
  act: () => void;
}

interface PaletteProps {
  session: Session;
  onClose: () => void;
  onSheet: () => void;
}

/** Roles of the list, whose keys the field has. */
const LIST = { role: 'listbox', tabIndex: -1 } as const;
const optionOf = (isActive: boolean, onClick: () => void) =>
  ({ role: 'option', 'aria-selected': isActive, onClick }) as const;

const FOUND = 6;
const MIN_LETTERS = 2;
const queryOf = (q: string): ListQuery => ({ q, conditions: [], sort: '', page: 1, size: FOUND });

const contains = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLocaleLowerCase();
  return words.every((word) => lower.includes(word));
};

/** Opens pages, actions and records by a part of their names. */
export function Palette({ session, onClose, onSheet }: PaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const { data: options } = useOptionsQuery();
  const id = useId();
  const q = useDeferredValue(text.trim());
  const open = (path: string) => () => {
    onClose();
    void navigate(path);
  };
  const words = q.toLocaleLowerCase().split(/\s+/);
  const records = useRecords(q, session)
    // Names before addresses that contain the text.
    .toSorted((one, other) => Number(contains(other.label, words)) - Number(contains(one.label, words)))
    .map(({ path, ...entry }): Entry => ({ ...entry, act: open(path) }));
  const pages = menuPages(session, options).map(({ path, title, menu }): Entry => ({
    key: path,
    label: title,
    kind: menu?.[0] || 'Page',
    act: open(path),
  }));
  const news = knownPages
    .filter(
      ({ path, access = 'staff', isReceived }) =>
        path.endsWith('/:id') && isReceived !== true && mayAccess(session, access),
    )
    .map(({ path, title }): Entry => {
      const address = path.replace(/:id$/, 'new');
      return { key: address, label: `New ${title.toLowerCase()}`, kind: 'Action', act: open(address) };
    });
  const sheet: Entry = { key: 'sheet', label: TEXTS.sheet, kind: 'Action', act: onSheet };
  const entries = [...[...pages, ...news, sheet].filter(({ label }) => contains(label, words)), ...records];
  const at = Math.min(active, entries.length - 1);
  const handleKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((at + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      entries[at]?.act();
    }
  };
  return (
    <Dialog title={TEXTS.title} onClose={onClose} className={styles.palette ?? ''}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={TEXTS.title}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={TEXTS.title}
        value={text}
        onKeyDown={handleKey}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
      />
      <ul className={styles.found} id={id} {...LIST} aria-label={TEXTS.title}>
        {entries.map(({ key, label, kind, act }, index) => (
          <li
            key={key}
            id={`${id}-${index}`}
            {...optionOf(index === at, act)}
            onPointerDown={(event) => event.preventDefault()}
          >
            <span>{label}</span>
            <small>{kind}</small>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <output>{TEXTS.nothing}</output>}
    </Dialog>
  );
}

interface Found {
  key: string;
  label: string;
  kind: string;
  path: string;
}

interface Named {
  id: number;
  name?: string | null;
  title?: string | null;
}

const labelOf = ({ name, title }: Named): string => name ?? title ?? KIT.untitled;

/** Records whose names contain a text, where the console has a page for them. */
function useRecords(q: string, session: Session): Found[] {
  const isWanted = q.length >= MIN_LETTERS && mayAccess(session, ['news', 'publish']);
  const query = queryOf(q);
  const posts = postApi.useList(query, { isSkipped: !isWanted });
  const categories = categoryApi.useList(query, { isSkipped: !isWanted });
  const tags = tagApi.useList(query, { isSkipped: !isWanted });
  if (!isWanted) return [];
  const toFound = (kind: string, base: string, isOutdated: boolean, rows: readonly Named[] = []) =>
    findConsolePage(`${base}/1`) === undefined
      ? []
      : (offeredRows(rows, labelOf, { q, isOutdated }) ?? []).map((row): Found => ({
          key: `${base}/${row.id}`,
          label: labelOf(row),
          kind,
          path: `${base}/${row.id}`,
        }));
  return [
    ...toFound(
      'Article',
      '/console/posts',
      posts.isOutdated,
      posts.data?.rows.map(({ id, title = null }) => ({ id, title })),
    ),
    ...toFound(
      'Category',
      '/console/categories',
      categories.isOutdated,
      categories.data?.rows.map(({ id, name = null }) => ({ id, name })),
    ),
    ...toFound(
      'Tag',
      '/console/tags',
      tags.isOutdated,
      tags.data?.rows.map(({ id, name = null }) => ({ id, name })),
    ),
  ];
}
