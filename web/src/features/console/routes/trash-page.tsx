import { useRouteParams } from '#shared/routing/current-route.ts';
import { useSession } from '#shared/session/session.ts';
import { MissingPage } from './missing-page.tsx';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { mayAccess } from '../access.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import * as styles from '../kit.module.css';
import { isTrashKind, TRASH, TRASH_KINDS, trashPath, type TrashKind } from '../trash/trash-resource.ts';

/** `/console/trash` and `/console/trash/:kind`: what was deleted in the last 30 days. */
export function TrashPage() {
  const { kind: wanted } = useRouteParams();
  const session = useSession();
  const kinds = (Object.keys(TRASH) as TrashKind[]).filter(
    (one) => session !== null && mayAccess(session, TRASH[one].writers ?? 'staff'),
  );
  const kind = wanted ?? kinds[0] ?? 'posts';
  if (!isTrashKind(kind)) return <MissingPage />;
  if (session !== null && !kinds.includes(kind)) return <Forbidden />;
  return (
    <ResourceList key={kind} resource={TRASH[kind]}>
      <nav className={styles.kinds} aria-label="Kinds">
        {kinds.map((one) => (
          <PageLink key={one} to={trashPath(one)} aria-current={one === kind ? 'page' : undefined}>
            {TRASH_KINDS[one][1]}
          </PageLink>
        ))}
      </nav>
    </ResourceList>
  );
}
