import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RoleId } from '@vidhi/contracts/roles.ts';
import { loginPath } from '../routing/login-target.ts';
import { Forbidden } from '../ui/forbidden.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Session } from './session-slice.ts';
import { useSession, useSessionStatus } from './session.ts';

interface RequireRoleProps {
  /** Roles that may see the page; all users who are logged in where left out. */
  roles?: readonly RoleId[];
  children: (session: Session) => ReactNode;
}

/**
 * Renders its content for users with one of the given roles, the forbidden page for other users, and redirects anonymous
 * visitors to the login page, which leads back. The services authorize each request; this decides what is shown.
 */
export function RequireRole({ roles, children }: RequireRoleProps) {
  const session = useSession();
  const status = useSessionStatus();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAnonymous = session === null && (status === 'anonymous' || status === 'lost');
  useEffect(() => {
    if (isAnonymous) void navigate(loginPath(pathname + search), { replace: true });
  }, [isAnonymous, navigate, pathname, search]);
  if (session === null) return <Skeleton shape="article" label="Loading the page" />;
  const isAllowed = roles === undefined || roles.some((role) => role === session.role);
  return isAllowed ? children(session) : <Forbidden />;
}
