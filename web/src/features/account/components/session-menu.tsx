import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../../shared/session.ts';
import { dismissLoss, keepSession, signOut, useSessionLoss } from '../../../shared/session-keeper.ts';
import { PageLink } from '../../../shared/ui/page-link.tsx';

interface SessionMenuProps {
  login: string;
  onLogout: () => void;
  /** Stands there while nobody is signed in; it takes the same room. */
  children: ReactNode;
}

/** Who is signed in and the way out. It keeps the session too, for as long as it is there. */
export function SessionMenu({ login, onLogout, children }: SessionMenuProps) {
  const session = useSession();
  const isLost = useSessionLoss();
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(keepSession, []);
  const handleLogout = () => {
    void signOut();
    setHasLeft(true);
    onLogout();
  };
  const handleClose = () => {
    dismissLoss();
    onLogout();
  };
  return (
    <>
      {session === null ? (
        children
      ) : (
        <button className="account-menu" type="button" title={session.user.name} onClick={handleLogout}>
          <span className="account-menu__name">{session.user.name}</span> Log out
        </button>
      )}
      <output className="visually-hidden">
        {hasLeft && session === null && !isLost ? 'You are logged out' : ''}
      </output>
      <output className="session-loss">
        {isLost && (
          <>
            Your session has ended.
            <PageLink to={login} onClick={dismissLoss}>
              Log in again
            </PageLink>
            <button type="button" onClick={handleClose}>
              Close
            </button>
          </>
        )}
      </output>
    </>
  );
}
