import type { OtherSearch } from '@vidhi/contracts/post-search.ts';
import { scriptLanguageOf } from '@vidhi/contracts/script-language.ts';
import { CATALOGUE_KINDS, itemPath, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { useSearchTotalQuery } from '#shared/search/search-totals.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { paths } from '#shared/routing/paths.ts';
import { articleCount } from '../article-count.ts';
import type { SearchArg } from '../post-query.ts';
import { useSearchQuery, type SearchPage } from '../search-read.ts';
import { MatchNote } from './match-note.tsx';
import { MarkedParts } from '#shared/ui/marked-text.tsx';
import { CardGrid } from './card-list.tsx';
import * as styles from '../search.module.css';

/** One page of search results with hints: subjects, books and profiles, a corrected text, words to leave out. */
export function SearchResults({ search }: { search: SearchArg }) {
  const { currentData: data, isFetching } = useSearchQuery(search);
  if (isFetching && data === undefined) return <Skeleton shape="list" label="Loading news" />;
  if (data === undefined) return <p className="empty">Searched News not Available</p>;
  return (
    <>
      <Hints data={data} text={search.text} />
      <CardGrid
        data={data}
        pathOf={(page) => paths.search(search.text, page)}
        found={({ id, title }) => ({
          headline: <MarkedParts text={title} marks={data.matches[id]?.title ?? []} />,
          note: <MatchNote match={data.matches[id]} />,
        })}
      />
    </>
  );
}

interface Found {
  label: string;
  name: string;
  path: string;
}

function useItems(kind: CatalogueKind, search: string): Found[] {
  const { currentData } = useSearchTotalQuery({ kind, search });
  const { one } = CATALOGUE_KINDS[kind];
  return (currentData?.first ?? []).map((item) => ({
    label: one.charAt(0).toUpperCase() + one.slice(1),
    name: item.title,
    path: itemPath(kind, item),
  }));
}

function Hints({ data, text }: { data: SearchPage; text: string }) {
  const { correction, shorter, subjects, isComplete, page } = data;
  const items = [useItems('books', text), useItems('lawyers', text), useItems('firms', text)];
  const found = page === 1 ? [...subjects, ...items.flat()] : subjects;
  if (correction === null && shorter.length === 0 && found.length === 0 && isComplete) return null;
  return (
    <div className={styles.hints}>
      {correction !== null && (
        <p>
          Did you mean <OtherLink other={correction} />?
        </p>
      )}
      {shorter.length > 0 && (
        <div>
          <p>No article has all of these words. Try without one of them:</p>
          <ul className={styles.others}>
            {shorter.map((other) => (
              <li key={other.text}>
                <OtherLink other={other} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.length > 0 && (
        <ul className={styles.subjects}>
          {found.map(({ label, name, path }) => (
            <li key={path}>
              <PageLink className={styles.subject} to={path}>
                {label}: <strong lang={scriptLanguageOf(name) ?? undefined}>{name}</strong>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {!isComplete && <p>The search is still being prepared, so older articles may be missing.</p>}
    </div>
  );
}

const OtherLink = ({ other: { text, total } }: { other: OtherSearch }) => (
  <>
    <PageLink to={paths.search(text)}>{text}</PageLink> ({articleCount(total)})
  </>
);
