import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '#shared/routing/login-target.ts';
import { whenSessionHinted } from '#shared/session/session-hint.ts';
import { PersonIcon } from '#shared/ui/icons.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { SessionMenu } from './session-menu.tsx';
import * as styles from '../account-menu.module.css';

interface AccountMenuProps {
  /** Whether visitors can log in on this site. */
  hasLogin: boolean;
  /** Where the focus goes when the button that had it is gone. */
  onLogout: () => void;
}

/** The way in, which leads back to this page. What is there for a session comes when there may be one. */
export function AccountMenu({ hasLogin, onLogout }: AccountMenuProps) {
  const [menu, setMenu] = useState<{ Menu: typeof SessionMenu }>();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // The login page leads where it was asked to, not to itself.
  const login = pathname === loginPath('/') ? here : loginPath(here);
  useEffect(
    () =>
      whenSessionHinted(() => {
        import('./session-menu.tsx').then(
          ({ SessionMenu: Menu }) => setMenu({ Menu }),
          // The next page asks again; until then nobody is logged in here.
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
