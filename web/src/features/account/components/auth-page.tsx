import type { ReactNode } from 'react';
import { LoginBoundary } from './login-boundary.tsx';
import * as styles from '../account.module.css';

/** A page of one form for visitors who are not logged in; it exists only where the site lets visitors log in. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LoginBoundary>
      <div className={styles.login}>
        <header className="page-head">
          <h1>{title}</h1>
        </header>
        {children}
        <noscript>
          <p>This form needs JavaScript.</p>
        </noscript>
      </div>
    </LoginBoundary>
  );
}
