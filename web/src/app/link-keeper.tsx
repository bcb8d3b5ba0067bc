import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PAGE_LINK_MARK } from '../shared/ui/page-link.tsx';

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Follows the site's own links without a reload; every other click is the browser's. */
export function LinkKeeper() {
  const navigate = useNavigate();
  useEffect(() => {
    const handleClick = (event: MouseEvent): void => {
      if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>(`a[${PAGE_LINK_MARK}]`);
      if (link === null || link.target !== '' || link.origin !== location.origin) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [navigate]);
  return null;
}
