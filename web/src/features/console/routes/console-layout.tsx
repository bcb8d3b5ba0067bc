import { Outlet, useLocation } from 'react-router-dom';
import { ConsoleAntd } from '#shared/antd/console-antd.tsx';
import { RequireRole } from '#shared/session/require-role.tsx';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { mayAccess } from '../access.ts';
import { findConsolePage } from '../frame/current-page.ts';

const STAFF = [ROLE.editor, ROLE.administrator] as const;

/** The layout of every page of the console: antd's theme, and the check who may see the page. */
export function ConsoleLayout() {
  const { pathname } = useLocation();
  const access = findConsolePage(pathname)?.access ?? 'staff';
  return (
    <ConsoleAntd>
      <RequireRole roles={STAFF}>
        {(session) => (mayAccess(session, access) ? <Outlet /> : <Forbidden />)}
      </RequireRole>
    </ConsoleAntd>
  );
}
