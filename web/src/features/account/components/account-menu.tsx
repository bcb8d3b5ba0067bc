import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '#shared/routing/login-target.ts';
import { whenSessionHinted } from '#shared/session/session-hint.ts';
import { PersonIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { SessionMenu } from './session-menu.tsx';
import * as styles from '../account-menu.module.css';

interface AccountMenuProps {
  /** Whether the site has logins. */
  hasLogin: boolean;
  /** Called when the focused button disappears; moves the focus. */
  onLogout: () => void;
}

/** A link to the login page, which leads back to this page. The menu of a session is loaded when there may be one. */
export function AccountMenu({ hasLogin, onLogout }: AccountMenuProps) {
  const [menu, setMenu] = useState<{ Menu: typeof SessionMenu }>();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // On the login page, the link keeps its target.
  const login = pathname === loginPath('/') ? here : loginPath(here);
  useEffect(
    () =>
      whenSessionHinted(() => {
        import('./session-menu.tsx').then(
          ({ SessionMenu: Menu }) => setMenu({ Menu }),
          // The next page loads it again; until then this page is shown as to anonymous visitors.
          () => undefined,
        );
      }),
    [],
  );
  const link = hasLogin && (
    <PageLink className={styles.accountMenu} to={login}>
      <PersonIcon />
      <span className={styles.accountMenuText}>Log in</span>
    </PageLink>
  );
  return menu === undefined ? (
    link
  ) : (
    <menu.Menu login={login} onLogout={onLogout}>
      {link}
    </menu.Menu>
  );
}
