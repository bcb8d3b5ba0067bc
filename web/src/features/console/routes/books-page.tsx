import { PageLink } from '#shared/ui/page-link.tsx';
import { bookResource } from '../books/book-resource.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import * as kit from '../kit.module.css';

/** `/console/books`: every book of the shop. */
export const BooksPage = () => (
  <ResourceList
    resource={bookResource}
    tools={
      <>
        <PageLink className={kit.tool} to="/console/books/import">
          Import a CSV file
        </PageLink>
        <PageLink className={kit.tool} to="/console/books/prices">
          Change many prices
        </PageLink>
      </>
    }
  />
);
