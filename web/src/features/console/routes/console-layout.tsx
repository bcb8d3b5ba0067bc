import { Outlet, useLocation } from 'react-router-dom';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../console.module.css';

const STAFF = [ROLE.editor, ROLE.administrator] as const;

const PAGES = [
  { path: '/console', name: 'Console' },
  { path: '/console/components', name: 'Components' },
] as const;

/** The layout of the console, for staff only. */
export function ConsoleLayout() {
  const { pathname } = useLocation();
  return (
    <AntdPage>
      <RequireRole roles={STAFF}>
        {() => (
          <>
            <nav className={styles.consoleNav} aria-label="Console">
              <ul>
                {PAGES.map(({ path, name }) => (
                  <li key={path}>
                    <PageLink to={path} aria-current={path === pathname ? 'page' : undefined}>
                      {name}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </nav>
            <Outlet />
          </>
        )}
      </RequireRole>
    </AntdPage>
  );
}
