import { useEffect, useState } from 'react';
import { formatDay, formatMoment } from '#shared/text/dates.ts';
import type { ArticleClient } from '../article/article-client.ts';
import { ARTICLE_ATTRIBUTES, isSameValue, NAMES, type ArticleValues } from '../article/article-values.ts';
import { WordsView } from './diff-view.tsx';
import { diffWords } from './reader-diff.ts';
import * as styles from './history.module.css';

type Name = keyof ArticleValues;
type Values = { readonly [K in Name]?: unknown };

const TEXTS: ReadonlySet<Name> = new Set([
  'title',
  'slug',
  'youtube',
  'seo_title',
  'seo_description',
  'judgment_court',
  'judgment_bench',
]);
const MOMENTS: ReadonlySet<Name> = new Set(['publish_date', 'embargo_until', 'unpublish_at']);
const isIds = (value: unknown): value is number[] => Array.isArray(value);

/** Names of the people of the newsroom by id, requested where the author differs. */
function usePeople(client: ArticleClient, isWanted: boolean) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    if (isWanted)
      void client.colleagues().then((found) => setNames(new Map(found.map(({ id, name }) => [id, name]))));
  }, [client, isWanted]);
  return names;
}

/** Names of guests by id, requested for those that differ. */
function useGuests(client: ArticleClient, ids: readonly unknown[]) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const wanted = ids.filter((id) => typeof id === 'number').join();
  useEffect(() => {
    if (wanted === '') return;
    void Promise.all(wanted.split(',').map(async (id) => client.guest(Number(id)))).then((found) =>
      setNames(new Map(found.flatMap((guest) => (guest === null ? [] : [[guest.id, guest.name] as const])))),
    );
  }, [client, wanted]);
  return names;
}

/** Names of categories and tags by id, requested once for those that differ. */
function useNames(client: ArticleClient, kind: 'categories' | 'tags', ids: readonly number[]) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const wanted = ids.join();
  useEffect(() => {
    if (wanted === '') return;
    void client
      .subjectsById(kind, wanted.split(',').map(Number))
      .then((found) => setNames(new Map(found.map(({ id, name }) => [id, name]))));
  }, [client, kind, wanted]);
  return names;
}

interface AttributeChangesProps {
  client: ArticleClient;
  before: Values;
  after: Values;
}

/** The differences of two states of an article beside its text. */
export function AttributeChanges({ client, before, after }: AttributeChangesProps) {
  const changed = ARTICLE_ATTRIBUTES.filter(
    (name) => name !== 'content' && !isSameValue(before[name], after[name]),
  );
  const idsOf = (name: 'categories' | 'tags'): number[] =>
    changed.includes(name) ? [before[name], after[name]].flatMap((value) => (isIds(value) ? value : [])) : [];
  const categories = useNames(client, 'categories', idsOf('categories'));
  const tags = useNames(client, 'tags', idsOf('tags'));
  const people = usePeople(client, changed.includes('user'));
  const guests = useGuests(
    client,
    changed.includes('guest_author') ? [before.guest_author, after.guest_author] : [],
  );
  const describe = (name: Name, value: unknown): string => {
    if (isIds(value)) {
      const names = name === 'tags' ? tags : categories;
      return value.map((id) => names.get(id) ?? `No. ${id}`).join(', ') || 'none';
    }
    if (value === null || value === undefined || value === '') return 'none';
    if (MOMENTS.has(name)) return `${formatMoment(String(value))} India time`;
    if (name === 'user') return people.get(Number(value)) ?? `account No. ${String(value)}`;
    if (name === 'guest_author') return guests.get(Number(value)) ?? `guest No. ${String(value)}`;
    if (name === 'image') return `picture No. ${String(value)}`;
    if (name === 'judgment_document') return `document No. ${String(value)}`;
    if (name === 'judgment_decided_on') return formatDay(String(value));
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  };
  if (changed.length === 0) return null;
  return (
    <dl className={styles.historyValues}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{NAMES[name].replace(/^./, (letter) => letter.toUpperCase())}</dt>
          <dd>
            {TEXTS.has(name) ? (
              <WordsView parts={diffWords(String(before[name] ?? ''), String(after[name] ?? ''))} />
            ) : (
              `${describe(name, before[name])} → ${describe(name, after[name])}`
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
