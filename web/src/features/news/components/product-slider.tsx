import { useRef } from 'react';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { useProductsQuery } from '../news-api.ts';
import type { Product } from '../news-reads.ts';
import * as styles from '../front.module.css';

/** A scrollable row of products with two buttons; it never scrolls automatically. */
export function ProductSlider() {
  const { data: products = [] } = useProductsQuery();
  const track = useRef<HTMLUListElement>(null);
  if (products.length === 0) return null;
  const handleMove = (direction: -1 | 1) => {
    const element = track.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.8 });
  };
  return (
    <section className={`${styles.slider} late-layout`} aria-labelledby="slider-title">
      <div className={styles.sliderHead}>
        <h2 className="rubric" id="slider-title">
          Products
        </h2>
        <div className="needs-script">
          <button className="icon-button" type="button" onClick={() => handleMove(-1)}>
            <ArrowIcon direction="left" />
            <span className="visually-hidden">Previous products</span>
          </button>
          <button className="icon-button" type="button" onClick={() => handleMove(1)}>
            <ArrowIcon direction="right" />
            <span className="visually-hidden">Next products</span>
          </button>
        </div>
      </div>
      <ul className={styles.sliderTrack} ref={track}>
        {products.map((product) => (
          <li key={product.id} className={styles.sliderItem}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductCard({ product }: { product: Product }) {
  const content = (
    <>
      <PictureFrame picture={product.picture} sizes="(min-width: 28rem) 336px, 80vw" ratio="own" decorative />
      <span className={styles.sliderTitle}>{product.title}</span>
    </>
  );
  return product.link === null ? (
    content
  ) : (
    <a href={product.link} rel="sponsored noopener" target="_blank">
      {content}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
