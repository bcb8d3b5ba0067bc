import { useRouteParams } from '#shared/routing/current-route.ts';
import { RowPage } from '../kit/row-page.tsx';
import { LIST_FIELDS, LIST_RESOURCES } from '../lists/list-resource.tsx';
import { listsOf, type ListDesk } from '../lists/lists.ts';
import { MissingPage } from './missing-page.tsx';

function ListEntryPage({ desk }: { desk: ListDesk }) {
  const { list: wanted } = useRouteParams();
  const list = listsOf(desk).find((one) => one === wanted);
  if (list === undefined) return <MissingPage />;
  return <RowPage key={list} resource={LIST_RESOURCES[list]} fields={LIST_FIELDS[list]} />;
}

/** `/console/directory-lists/:list/:id`: an entry of a list that profiles choose from. */
export const DirectoryListEntryPage = () => <ListEntryPage desk="directory" />;

/** `/console/shop-lists/:list/:id`: an entry of a list that books choose from. */
export const ShopListEntryPage = () => <ListEntryPage desk="shop" />;
