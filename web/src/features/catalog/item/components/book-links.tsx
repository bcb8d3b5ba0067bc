import { Fragment } from 'react';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { BookLink } from '../item-facts.ts';

/** Names separated by commas, each a link to the books with it. */
export const BookLinks = ({ links }: { links: readonly BookLink[] }) =>
  links.map(({ name, path }, index) => (
    <Fragment key={path}>
      {index > 0 && ', '}
      <PageLink to={path}>{name}</PageLink>
    </Fragment>
  ));
