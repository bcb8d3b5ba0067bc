import { useDeferredValue, useState } from 'react';
import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import { formatDay } from '#shared/text/dates.ts';
import { NativeDialog } from '../dialog/native-dialog.tsx';
import { publishedApi, sectionOf } from './issue-api.ts';
import * as styles from './newsletter.module.css';

const SHOWN = 10;

interface ArticleSearchProps {
  /** Ids of the articles that are in it already. */
  chosen: ReadonlySet<number>;
  onAdd: (section: IssueSection) => void;
  onClose: () => void;
}

/** Finds published articles by title, the newest first, and adds those that are pressed. */
export function ArticleSearch({ chosen, onAdd, onClose }: ArticleSearchProps) {
  const [text, setText] = useState('');
  const [openedAt] = useState(() => new Date().toISOString());
  const q = useDeferredValue(text.trim());
  const { data, isError, refetch } = publishedApi.useList({
    q,
    conditions: [['[publishedAt][$lte]', openedAt]],
    sort: '-publish_date',
    page: 1,
    size: SHOWN,
  });
  const rows = data?.rows ?? [];
  return (
    <NativeDialog title="Add articles" onClose={onClose}>
      <label className="field__name" htmlFor="newsletter-search">
        Title
      </label>
      <input
        id="newsletter-search"
        className="field__input"
        type="search"
        autoComplete="off"
        placeholder="Part of a title"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isError ? (
        <p role="alert">
          The articles could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <ul className={styles.found} aria-busy={data === undefined}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                aria-disabled={chosen.has(row.id) || undefined}
                onClick={() => chosen.has(row.id) || onAdd(sectionOf(row))}
              >
                <span>{row.title}</span>
                <small>{chosen.has(row.id) ? 'Added' : formatDay(row.publish_date ?? '')}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && rows.length === 0 && <p>No published article has this in its title.</p>}
      <p>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </p>
    </NativeDialog>
  );
}
