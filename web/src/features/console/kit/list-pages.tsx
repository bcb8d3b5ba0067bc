import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../kit.module.css';
import { KIT } from './kit-texts.ts';
import type { ListStateApi } from './use-list-state.ts';

interface ListPagesProps {
  list: ListStateApi;
  total: number;
  hasMore?: boolean | undefined;
}

/** The numbers of the shown rows, and links to the pages beside. */
export function ListPages({ list, total, hasMore = false }: ListPagesProps) {
  const { page, size } = list.state;
  const from = (page - 1) * size + 1;
  if (total === 0) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <p>{KIT.range(Math.min(from, total), Math.min(page * size, total), total, hasMore)}</p>
      {page > 1 && (
        <PageLink className={styles.tool} to={list.hrefOf({ page: page - 1 })} aria-label={KIT.previous}>
          ←
        </PageLink>
      )}
      {page * size < total && (
        <PageLink className={styles.tool} to={list.hrefOf({ page: page + 1 })} aria-label={KIT.next}>
          →
        </PageLink>
      )}
    </nav>
  );
}
