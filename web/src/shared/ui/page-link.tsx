import type { AnchorHTMLAttributes } from 'react';

/** Attribute of links for client navigation; `ClientNavigation` has one listener for all of them. */
export const PAGE_LINK_MARK = 'data-page-link';

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/**
 * A link to another page of this site, followed by client navigation. It is a plain anchor: a page has about eighty
 * links, and with the router's `Link` they take half of the time of rendering a page on the server.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  return (
    <a href={to} {...{ [PAGE_LINK_MARK]: '' }} {...rest}>
      {children}
    </a>
  );
}
