import { Outlet, useLocation } from 'react-router-dom';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AntdPage } from '#shared/antd/antd-page.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';

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
            <nav aria-label="Console">
              {PAGES.map(({ path, name }) => (
                <PageLink
                  key={path}
                  className="button"
                  to={path}
                  aria-current={path === pathname ? 'page' : undefined}
                >
                  {name}
                </PageLink>
              ))}
            </nav>
            <Outlet />
          </>
        )}
      </RequireRole>
    </AntdPage>
  );
}
