import type { ReactNode } from 'react';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { ConfirmProvider } from '../features/console/kit/confirm.tsx';
import { Pages } from './pages.tsx';
import { showPage } from './show-page.tsx';

const ADMINISTRATOR = 11;

/** Shows a page of the console to an administrator; with the store of an earlier page, what that has loaded. */
export function openConsolePage(
  element: ReactNode,
  pattern: string,
  path: string,
  store?: ReturnType<typeof showPage>['store'],
) {
  const shown = showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <Pages of={{ [pattern]: element }} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
    store,
  );
  if (store === undefined) shown.logIn(ADMINISTRATOR);
  return shown;
}
