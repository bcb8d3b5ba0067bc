import { Form } from 'antd';
import { priceSteps, type Offer } from '@vidhi/contracts/book-offer.ts';
import { formatPaise, priceOf } from '#shared/catalogue/money.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { serverNow } from '../session/staff-request.ts';
import * as styles from './books.module.css';

/** Text of a price as the page of the book shows it. */
export function priceText(mrp: number | null | undefined, discount: number): string {
  const price = priceOf(mrp, discount);
  if (price === null) return 'no price yet';
  return price.payable === price.mrp
    ? formatPaise(price.mrp)
    : `${formatPaise(price.payable)} (MRP ${formatPaise(price.mrp)}, ${price.percentOff}% off)`;
}

/** The prices that the shop shows, now and from the dates of the offer, for the values in the form above. */
export function PricePreview() {
  const form = Form.useFormInstance<Offer & { Price?: number | null }>();
  const values = Form.useWatch((all: Offer & { Price?: number | null }) => all, form);
  if (values === undefined) return null;
  const steps = priceSteps({ ...values, discount: values.usual_discount }, serverNow());
  return (
    <section className={styles.bookPreview} aria-labelledby="price-preview">
      <h2 id="price-preview">Price in the shop</h2>
      <ul aria-live="polite">
        {steps.map(({ from, discount }) => (
          <li key={from ?? 'now'}>
            {from === null ? 'Now' : `From ${formatMoment(from)}`}: {priceText(values.Price, discount)}
          </li>
        ))}
      </ul>
    </section>
  );
}
