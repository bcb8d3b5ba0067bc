import type { MouseEvent } from 'react';
import { ignoreSecondClick } from '#shared/browser/ignore-second-click.ts';
import { MAX_QUANTITY } from '#shared/cart/cart-limits.ts';
import { isSold, type CartLine, type SoldLine } from '#shared/cart/cart.ts';
import { QuantityStepper } from '#shared/cart/quantity-stepper.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { Price } from '#shared/catalogue/price.tsx';
import { itemPath } from '#shared/catalogue/catalogue-kind.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import * as styles from '../cart.module.css';

interface CartLineProps {
  line: CartLine;
  /** Price of a copy when the visitor last accepted it, in paise. */
  seenPrice: number | undefined;
  isBusy: boolean;
  onQuantity: (quantity: number) => void;
  onDelete: () => void;
}

/** One book of the cart, with its quantity. */
export function CartLineView({ line, seenPrice, isBusy, onQuantity, onDelete }: CartLineProps) {
  const { book } = line;
  const title = book?.title ?? 'A book that is no longer sold';
  const handleDelete = (event: MouseEvent) => {
    // The next book comes under the pointer when this one is gone.
    ignoreSecondClick(event.nativeEvent);
    if (!isBusy) onDelete();
  };
  return (
    <li className={styles.cartLine} {...textLanguageProps(title)}>
      <div className={styles.cartLinePicture}>
        {book?.picture && <PictureFrame picture={book.picture} sizes="96px" ratio="own" decorative />}
      </div>
      <div className={styles.cartLineText}>
        <h3 className={styles.cartLineTitle}>
          {book === null ? title : <PageLink to={itemPath('books', book)}>{title}</PageLink>}
        </h3>
        {book !== null && (
          <p className={styles.cartLineByline}>
            {[book.authors.join(', '), book.binding].filter((part) => part !== '').join(' · ')}
          </p>
        )}
        {isSold(line) ? (
          <SoldPrice line={line} seenPrice={seenPrice} />
        ) : (
          <p className={styles.cartLineNotice}>This book is not for sale any more. It is not in the total.</p>
        )}
      </div>
      <div className={styles.cartLineActions}>
        {isSold(line) && (
          <QuantityStepper
            name={title}
            quantity={line.quantity}
            max={MAX_QUANTITY}
            isBusy={isBusy}
            onChange={onQuantity}
          />
        )}
        <button
          className={styles.cartLineDelete}
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={handleDelete}
        >
          Delete <span className="visually-hidden">{title}</span>
        </button>
      </div>
      {isSold(line) && (
        <p className={styles.cartLineTotal}>
          <span className="visually-hidden">Line total </span>
          {formatPaise(line.book.price.payable * line.quantity)}
        </p>
      )}
    </li>
  );
}

function SoldPrice({ line, seenPrice }: { line: SoldLine; seenPrice: number | undefined }) {
  const { price } = line.book;
  const hasChanged = seenPrice !== undefined && seenPrice !== price.payable;
  return (
    <>
      <Price price={price} />
      {hasChanged && (
        <p className={styles.cartLineNotice}>
          The price has changed from {formatPaise(seenPrice)} to {formatPaise(price.payable)}.
        </p>
      )}
    </>
  );
}
