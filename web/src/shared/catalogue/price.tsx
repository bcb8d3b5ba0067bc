import { formatPaise, type BookPrice } from './money.ts';

/** The price of a book, with the crossed-out list price and the discount where there is one. */
export function Price({ price: { mrp, payable, percentOff } }: { price: BookPrice }) {
  if (payable === mrp) return <p className="price">{formatPaise(payable)}</p>;
  return (
    <p className="price">
      <span className="price__payable">{formatPaise(payable)}</span>{' '}
      <s className="price__mrp">
        <span className="visually-hidden">MRP </span>
        {formatPaise(mrp)}
      </s>{' '}
      {percentOff > 0 && <span className="price__off">{`${percentOff}% off`}</span>}
    </p>
  );
}
