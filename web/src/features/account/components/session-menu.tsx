import { useState, type MouseEvent, type ReactNode } from 'react';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { ignoreSecondClick } from '#shared/browser/ignore-second-click.ts';
import { paths } from '#shared/routing/paths.ts';
import { useSession, useSessionDispatch, useSessionStatus } from '#shared/session/session.ts';
import { dismissLoss, logOut } from '#shared/session/session-sync.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../account-menu.module.css';

interface SessionMenuProps {
  /** Path of the login page, which leads back to this page. */
  login: string;
  /** Called when the focused button disappears; moves the focus. */
  onLogout: () => void;
  /** Rendered instead of the menu while nobody is logged in. */
  children: ReactNode;
}

const PANEL_ID = 'account-panel';

const hidePanel = (): void => document.getElementById(PANEL_ID)?.hidePopover();
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';

/** Renders the menu of the logged-in user, and notices after a logout and after the end of a session. */
export function SessionMenu({ login, onLogout, children }: SessionMenuProps) {
  const session = useSession();
  const isLost = useSessionStatus() === 'lost';
  const dispatch = useSessionDispatch();
  const [hasLeft, setHasLeft] = useState(false);
  const handleLogout = (event: MouseEvent) => {
    ignoreSecondClick(event);
    void dispatch(logOut());
    setHasLeft(true);
    onLogout();
  };
  const handleClose = () => {
    dispatch(dismissLoss());
    onLogout();
  };
  return (
    <>
      {session === null ? (
        children
      ) : (
        <>
          <button
            className={styles.accountMenu}
            type="button"
            popoverTarget={PANEL_ID}
            aria-label={`Account of ${session.user.name}`}
          >
            {/* Drawn by CSS: as text it would not be in the button's accessible name. */}
            <span className={styles.accountMenuInitial} data-initial={initialOf(session.user.name)} />
            <span className={styles.accountMenuText}>{session.user.name}</span>
          </button>
          <div className={styles.accountPanel} id={PANEL_ID} popover="auto">
            <p className={styles.accountPanelName}>
              Logged in as <b>{session.user.name}</b>
            </p>
            <PageLink to="/account" onClick={hidePanel}>
              Account
            </PageLink>
            <PageLink to={paths.saved()} onClick={hidePanel}>
              Saved for later
            </PageLink>
            {(session.role === ROLE.editor || session.role === ROLE.administrator) && (
              <PageLink to="/console" onClick={hidePanel}>
                Console
              </PageLink>
            )}
            <button type="button" onClick={handleLogout}>
              Log out
            </button>
          </div>
        </>
      )}
      <output className="visually-hidden">
        {hasLeft && session === null && !isLost ? 'You are logged out' : ''}
      </output>
      <output className={styles.sessionLoss}>
        {isLost && (
          <>
            Your session has ended.
            <PageLink to={login} onClick={() => dispatch(dismissLoss())}>
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
