import { Price } from '../../src/shared/catalogue/price.tsx';
import { Consultation } from '../../src/features/catalog/item/components/consultation.tsx';
import { DetailsTable } from '../../src/features/catalog/item/components/details-table.tsx';
import { Gallery } from '../../src/features/catalog/item/components/gallery.tsx';
import { SimilarProducts } from '../../src/shared/catalogue/similar-products.tsx';
import { factsOf } from '../../src/features/catalog/item/item-facts.ts';
import { similarTo } from '../../src/features/catalog/item/item-reads.ts';
import { book, lawyer } from '../catalogue-data.ts';
import { Part, Sample } from '../sample.tsx';

const similar = similarTo(book);

/** The components of item pages. */
export function ItemPart() {
  return (
    <Part title="Item">
      <Sample name="Gallery: several pictures; a click enlarges">
        <div style={{ maxWidth: '22rem' }}>
          <Gallery title={book.title} pictures={book.pictures} />
        </div>
      </Sample>
      <Sample name="Gallery: one picture">
        <div style={{ maxWidth: '22rem' }}>
          <Gallery title={lawyer.title} pictures={lawyer.pictures} />
        </div>
      </Sample>
      <Sample name="Price: with a discount">
        <div className="item__price">{book.price !== null && <Price price={book.price} />}</div>
      </Sample>
      <Sample name="Price: without">
        <div className="item__price">
          <Price price={{ mrp: 1_23_45_600, payable: 1_23_45_600, percentOff: 0 }} />
        </div>
      </Sample>
      <Sample name="Details of a book, with a number to copy">
        <DetailsTable caption="Details of a book" facts={factsOf(book)} />
      </Sample>
      <Sample name="Details of a lawyer">
        <DetailsTable caption="Details of a lawyer" facts={factsOf(lawyer)} />
      </Sample>
      <Sample name="Consultation: before signing in">
        <Consultation profile={lawyer} />
      </Sample>
      <Sample name="Similar books">{similar !== null && <SimilarProducts like={similar} />}</Sample>
    </Part>
  );
}
