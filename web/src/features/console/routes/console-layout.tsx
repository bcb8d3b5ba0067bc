import { useLocation } from 'react-router-dom';
import { ConsoleAntd } from '#shared/antd/console-antd.tsx';
import { useOutlet } from '#shared/routing/current-route.ts';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { mayAccess } from '../access.ts';
import { findConsolePage } from '../frame/current-page.ts';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { ConsoleKeys } from '../kit/console-keys.tsx';
import { StaffOnly } from '../session/staff-only.tsx';

/** The layout of every page of the console: antd's theme, and the check who may see the page. */
export function ConsoleLayout() {
  const { pathname } = useLocation();
  const page = useOutlet();
  const access = findConsolePage(pathname)?.access ?? 'staff';
  return (
    <ConsoleAntd>
      <StaffOnly>
        {(session) => (
          <ConfirmProvider>
            <ConsoleKeys session={session} />
            {mayAccess(session, access) ? page : <Forbidden />}
          </ConfirmProvider>
        )}
      </StaffOnly>
    </ConsoleAntd>
  );
}
