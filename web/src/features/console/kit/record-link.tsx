import type { ReactNode } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import { findConsolePage } from '../frame/current-page.ts';

/** A link to a page of the console; its text alone where the console has no such page. */
export const RecordLink = ({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) =>
  findConsolePage(to.replace(/\?.*/, '')) === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <PageLink to={to} className={className}>
      {children}
    </PageLink>
  );
