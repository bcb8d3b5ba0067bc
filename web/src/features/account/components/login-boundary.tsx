import type { ReactNode } from 'react';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';

/** Renders a page that exists only where the site lets visitors log in. */
export const LoginBoundary = ({ children }: { children: ReactNode }) => (
  <QueryBoundary query={useSettingsQuery()}>
    {({ showAuth }) => (showAuth ? children : <NotFound />)}
  </QueryBoundary>
);
