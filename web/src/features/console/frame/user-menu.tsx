import { ROLE_NAMES, type RoleId } from '@vidhi/contracts/roles.ts';
import { useSession, useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { ThemeChoice } from '#shared/ui/theme-choice.tsx';
import * as styles from '../frame.module.css';

const PANEL_ID = 'console-user';

const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';

/** The name of the logged-in user, with the ways out of the console. */
export function UserMenu() {
  const session = useSession();
  const dispatch = useSessionDispatch();
  if (session === null) return null;
  const handleLogout = () => {
    import('#shared/session/session-sync.ts').then(
      ({ logOut }) => dispatch(logOut()),
      // Offline: the session lasts.
      () => undefined,
    );
  };
  const { user, role } = session;
  return (
    <>
      <button
        className={styles.userButton}
        type="button"
        popoverTarget={PANEL_ID}
        aria-label={`Account of ${user.name}`}
      >
        <span className={styles.userInitial} data-initial={initialOf(user.name)} />
      </button>
      <div className={styles.userPanel} id={PANEL_ID} popover="auto">
        <p className={styles.userName}>
          <b>{user.name}</b> {ROLE_NAMES[role as RoleId]}
        </p>
        <PageLink to="/account">Account</PageLink>
        <PageLink to="/console/security">Security</PageLink>
        <PageLink to="/">View the site</PageLink>
        <ThemeChoice />
        <button type="button" onClick={handleLogout}>
          Log out
        </button>
      </div>
    </>
  );
}
