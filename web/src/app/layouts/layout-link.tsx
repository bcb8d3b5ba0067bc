import type { AnchorHTMLAttributes } from 'react';
import type { SiteLink } from '@vidhi/contracts/site-layout.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';

interface LayoutLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  link: SiteLink;
}

/** A link of the menu or the foot. A path with a dot, as of a feed, is no page, and not followed by client navigation. */
export const LayoutLink = ({ link: { name, path }, ...rest }: LayoutLinkProps) => (
  <PageLink
    to={path}
    target={path.includes('.') ? '_self' : undefined}
    {...textLanguageProps(name)}
    {...rest}
  >
    {name}
  </PageLink>
);
