import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#shared/session/session.ts';

/** Redirects logged-in users from a page for other visitors to the given path of this site. */
export function useMembersElsewhere(target: string): void {
  const navigate = useNavigate();
  const isMember = useSession() !== null;
  useEffect(() => {
    if (isMember) void navigate(target, { replace: true });
  }, [isMember, navigate, target]);
}
