import { languageOf } from '../../../../shared/language.ts';
import { withScrollingTables } from '../../../../shared/scrolling-tables.ts';
import { ArrowIcon } from '../../../../shared/ui/icons.tsx';
import { PageLink } from '../../../../shared/ui/page-link.tsx';
import { Price } from '../../components/price.tsx';
import { formatPaise } from '../../money.ts';
import { STORES, storePath } from '../../../../shared/stores.ts';
import { factsOf } from '../item-facts.ts';
import type { BookItem, CatalogItem } from '../item.ts';
import { similarTo } from '../item-reads.ts';
import { Consultation } from './consultation.tsx';
import { DetailsTable } from './details-table.tsx';
import { Gallery } from './gallery.tsx';
import { SimilarProducts } from './similar-products.tsx';

const DETAIL_NAMES = { books: 'About the book', lawyers: 'Profile', firms: 'Profile' } as const;

export function ItemView({ item }: { item: CatalogItem }) {
  const similar = similarTo(item);
  const byline = item.store === 'books' ? item.authors.join(', ') : '';
  return (
    <>
      <p className="item__back">
        <PageLink to={storePath(item.store)}>
          <ArrowIcon direction="left" />
          Back<span className="visually-hidden"> to {STORES[item.store].label}</span>
        </PageLink>
      </p>
      <article className={item.pictures.length === 0 ? 'item item--bare' : 'item'}>
        <header className="item__head" lang={languageOf(item.title) ?? undefined}>
          <h1>{item.title}</h1>
          {byline !== '' && <p className="item__byline">{byline}</p>}
          {item.subTitle !== '' && item.subTitle !== byline && <p className="item__sub">{item.subTitle}</p>}
        </header>
        <Gallery title={item.title} pictures={item.pictures} />
        <div className="item__facts">
          {item.store === 'books' && <BookPrice book={item} />}
          {item.store === 'books' && item.about !== '' && <p className="item__about">{item.about}</p>}
          <DetailsTable caption="Details" facts={factsOf(item)} />
          {item.store !== 'books' && <Consultation profile={item} />}
        </div>
        {item.detail !== '' && (
          <section className="item__detail" aria-labelledby="detail">
            <h2 className="rubric" id="detail">
              {DETAIL_NAMES[item.store]}
            </h2>
            <Detail html={item.detail} />
          </section>
        )}
      </article>
      {similar !== null && <SimilarProducts like={similar} />}
    </>
  );
}

/** An editor's or a lawyer's HTML, as the catalogue service has sanitised it. */
const Detail = ({ html }: { html: string }) => (
  <div className="prose" lang={languageOf(html.replaceAll(/<[^>]*>/g, '')) ?? undefined}>
    <div dangerouslySetInnerHTML={{ __html: withScrollingTables(html) }} />
  </div>
);

function BookPrice({ book: { price } }: { book: BookItem }) {
  if (price === null) return null;
  return (
    <div className="item__price">
      <Price price={price} />
      {price.payable < price.mrp && (
        <p className="item__saved">You save {formatPaise(price.mrp - price.payable)}</p>
      )}
    </div>
  );
}
