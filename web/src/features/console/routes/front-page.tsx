import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import type { ListQuery } from '../kit/source.ts';
import { categoryApi } from '../newsroom/category-resource.ts';
import { FrontEditor } from '../site/front-editor.tsx';
import { optionApi } from '../site/settings.ts';
import * as styles from '../kit.module.css';

/** More than any site has; the API sends no more at once. */
const ALL: ListQuery = { q: '', conditions: [], sort: 'show_order', page: 1, size: 150 };

/** `/console/front-page`: the blocks of the front page and their order. */
export function FrontPage() {
  // The editor takes its blocks once: those of an earlier copy would be saved over what others have stored.
  const options = optionApi.useFreshRow('');
  const categories = categoryApi.useList(ALL);
  return (
    <>
      <header className="page-head">
        <h1>Front page</h1>
        <p className="page-head__about">
          What the front page shows, from top to bottom. Readers see a change within a second.
        </p>
        <p className={styles.hint}>Drag a row, or press Alt with an arrow key on its checkbox, to move it.</p>
      </header>
      <QueryBoundary query={options} loading={<Skeleton shape="form" label={KIT.loading} />}>
        {(row) => (
          <QueryBoundary
            query={{ ...categories, currentData: categories.data }}
            loading={<Skeleton shape="form" label={KIT.loading} />}
          >
            {({ rows }) => <FrontEditor row={row} categories={rows} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}
