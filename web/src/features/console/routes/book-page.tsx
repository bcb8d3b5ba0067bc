import { useRouteParams } from '#shared/routing/current-route.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { bookFields } from '../books/book-fields.ts';
import { bookResource } from '../books/book-resource.tsx';
import { PricePreview } from '../books/price-preview.tsx';
import { RowPage } from '../kit/row-page.tsx';
import * as kit from '../kit.module.css';
import * as styles from '../books/books.module.css';

/** `/console/books/:id`: the form of a book, with the prices that the shop shows. */
export function BookPage() {
  const { id = 'new' } = useRouteParams();
  return (
    <>
      <RowPage resource={bookResource} fields={bookFields}>
        <PricePreview />
      </RowPage>
      {id !== 'new' && (
        <p className={styles.bookTools}>
          <PageLink className={kit.tool} to={`/console/stock/${id}`}>
            Copies
          </PageLink>
          <a className={kit.tool} href={`/catalogs/books/${id}`} target="_blank" rel="noreferrer">
            See it in the shop
          </a>
        </p>
      )}
    </>
  );
}
