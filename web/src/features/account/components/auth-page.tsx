import type { ReactNode } from 'react';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import * as styles from '../account.module.css';

/** A page of one form for visitors who are not logged in; it exists only where the site lets visitors log in. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  const { data: settings, isError } = useSettingsQuery();
  if (settings === undefined && !isError) return <Skeleton shape="article" label="Loading" />;
  if (settings?.showAuth !== true) return <NotFound />;
  return (
    <div className={styles.login}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {children}
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
    </div>
  );
}
