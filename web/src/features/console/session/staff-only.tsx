import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { RequireRole } from '#shared/session/require-role.tsx';
import type { Session } from '#shared/session/session-slice.ts';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { FirstAdministrator } from './first-administrator.tsx';
import { LoginDialog } from './login-dialog.tsx';

const FIRST_PAGE = '/console';
const STAFF = [ROLE.editor, ROLE.administrator] as const;

/**
 * Renders its content for staff, as `RequireRole` does. A session that ends while somebody works does not take the page away: they log
 * in again above it. A logout does, and so does somebody else who logs in.
 */
export function StaffOnly({ children }: { children: (session: Session) => ReactNode }) {
  const session = useSession();
  const status = useSessionStatus();
  const { pathname } = useLocation();
  // The session of the page; a later one of the same person continues it.
  const [known, setKnown] = useState<Session | null>(null);
  const isStaff = session !== null && STAFF.some((role) => role === session.role);
  if (isStaff && session.user.id !== known?.user.id) setKnown(session);
  if (status === 'anonymous' && known !== null) setKnown(null);
  if (known === null || (session !== null && !isStaff)) {
    const content = <RequireRole roles={STAFF}>{(current) => children(current)}</RequireRole>;
    // Only visitors of the first page who are not staff wait for the check.
    const isKnownStranger = session === null ? status === 'anonymous' || status === 'lost' : !isStaff;
    return isKnownStranger && pathname === FIRST_PAGE ? (
      <FirstAdministrator>{content}</FirstAdministrator>
    ) : (
      content
    );
  }
  return (
    <>
      {children(session ?? known)}
      {session === null && status === 'lost' && <LoginDialog name={known.user.name} />}
    </>
  );
}
