import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useOptionsQuery } from '#shared/site/site-api.ts';
import { createPageCounter } from './count-page.ts';
import type { Store } from './store.ts';

/** Counts each page that readers are shown, where the site counts its readers. */
export function useCountedPage(): void {
  const { data: options } = useOptionsQuery();
  const store = useStore() as Store;
  const [countPage] = useState(() => createPageCounter(store));
  const { key, pathname, search } = useLocation();
  const isCounted = options?.countsReaders === true && !/^\/console(?:\/|$)/.test(pathname);
  useEffect(() => {
    if (isCounted) countPage(pathname, search);
  }, [isCounted, countPage, key, pathname, search]);
}
