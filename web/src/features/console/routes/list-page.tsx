import { Navigate } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSession } from '#shared/session/session.ts';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { mayAccess } from '../access.ts';
import { usePageName } from '../frame/page-name.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import { LIST_RESOURCES } from '../lists/list-resource.tsx';
import { LISTS, listsOf, type ListDesk } from '../lists/lists.ts';
import * as styles from '../kit.module.css';
import { MissingPage } from './missing-page.tsx';

/** A list of names of a desk, with links to its other lists; without a name in the address, leads to the first one. */
function ListPage({ desk }: { desk: ListDesk }) {
  const { list: wanted } = useRouteParams();
  const session = useSession();
  const lists = listsOf(desk);
  const [first = 'cities'] = lists;
  const list = lists.find((one) => one === wanted);
  usePageName(list === undefined ? null : LISTS[list].many);
  if (wanted === undefined) return <Navigate to={LIST_RESOURCES[first].path} replace />;
  if (list === undefined) return <MissingPage />;
  if (session !== null && !mayAccess(session, [desk])) return <Forbidden />;
  return (
    <ResourceList key={list} resource={LIST_RESOURCES[list]}>
      <nav className={styles.kinds} aria-label="Lists">
        {lists.map((one) => (
          <PageLink key={one} to={LIST_RESOURCES[one].path} aria-current={one === list ? 'page' : undefined}>
            {LISTS[one].many}
          </PageLink>
        ))}
      </nav>
    </ResourceList>
  );
}

/** `/console/directory-lists/:list`: the lists that profiles choose from. */
export const DirectoryListPage = () => <ListPage desk="directory" />;

/** `/console/shop-lists/:list`: the lists that books choose from. */
export const ShopListPage = () => <ListPage desk="shop" />;
