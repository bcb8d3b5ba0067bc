import type { ReactNode } from 'react';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import * as styles from '../account.module.css';

/** A page of one form for visitors who are not logged in; it exists only where the site lets visitors log in. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  const settings = useSettingsQuery();
  if (settings.currentData?.showAuth === false) return <NotFound />;
  return (
    <div className={styles.login}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <QueryBoundary query={settings}>
        {() => (
          <>
            {children}
            <noscript>
              <p>This form needs JavaScript.</p>
            </noscript>
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
