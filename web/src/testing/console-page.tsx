import type { ReactNode } from 'react';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { ConfirmProvider } from '../features/console/kit/confirm.tsx';
import { Pages } from './pages.tsx';
import { showPage } from './show-page.tsx';

const ADMINISTRATOR = 11;

/** Shows that of the pages of the console which is at a path, to a member of staff. */
export function openConsolePages(
  pages: Readonly<Record<string, ReactNode>>,
  path: string,
  role = ADMINISTRATOR,
  store?: ReturnType<typeof showPage>['store'],
) {
  const shown = showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <Pages of={pages} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
    store,
  );
  if (store === undefined) shown.logIn(role);
  return shown;
}

/** Shows a page of the console to an administrator; with the store of an earlier page, what that has loaded. */
export const openConsolePage = (
  element: ReactNode,
  pattern: string,
  path: string,
  store?: ReturnType<typeof showPage>['store'],
) => openConsolePages({ [pattern]: element }, path, ADMINISTRATOR, store);
