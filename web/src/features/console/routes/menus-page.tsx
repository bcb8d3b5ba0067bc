import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { LayoutEditor } from '../site/layout-editor.tsx';
import { optionApi } from '../site/settings.ts';

/** `/console/menus`: the links of the menu and of the foot. */
export function MenusPage() {
  // The editor takes its lists once: those of an earlier copy would be saved over what others have stored.
  const query = optionApi.useFreshRow('');
  return (
    <>
      <header className="page-head">
        <h1>Menu and footer</h1>
        <p className="page-head__about">
          Categories are in both by themselves: their page says which and in what order. Pages with conditions
          of the shop, and those chosen for the footer, are added to its first column.
        </p>
      </header>
      <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
        {(row) => <LayoutEditor row={row} />}
      </QueryBoundary>
    </>
  );
}
