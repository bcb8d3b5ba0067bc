import type { AnchorHTMLAttributes } from 'react';

/** Mark of the links that the browser follows without a reload; `ClientNavigation` listens for them once for all. */
export const PAGE_LINK_MARK = 'data-page-link';

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/**
 * A link to another page of this site. It is a bare anchor: a page has some eighty of them, and the router's
 * own link takes half of the time that rendering a page on the server takes.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  return (
    <a href={to} {...{ [PAGE_LINK_MARK]: '' }} {...rest}>
      {children}
    </a>
  );
}
