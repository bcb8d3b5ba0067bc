import type { AnchorHTMLAttributes } from 'react';
import { SERVICE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import type { SiteLink } from '@vidhi/contracts/site-layout.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';

interface LayoutLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  link: SiteLink;
}

/** Whether a path belongs to a service or is a file, as of a feed: no page of the app has it. */
const isServed = (path: string): boolean =>
  path.includes('.') || SERVICE_SEGMENTS.some((segment) => segment === path.split(/[/?#]/)[1]);

/** A link of the menu or the foot. One to what is no page is not followed by client navigation. */
export const LayoutLink = ({ link: { name, path }, ...rest }: LayoutLinkProps) => (
  <PageLink to={path} target={isServed(path) ? '_self' : undefined} {...textLanguageProps(name)} {...rest}>
    {name}
  </PageLink>
);
