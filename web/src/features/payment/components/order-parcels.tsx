import type { OrderDetails } from '#shared/payment/payment-api.ts';
import { formatDay } from '#shared/text/dates.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import * as styles from '../payment.module.css';

type Parcel = OrderDetails['shipments'][number];

function stateOf({ date, delivered_date, returned_date }: Parcel): string {
  if (returned_date !== null) return `Returned to the shop on ${formatDay(returned_date)}`;
  return delivered_date === null ? `Sent on ${formatDay(date)}` : `Delivered on ${formatDay(delivered_date)}`;
}

/** The parcels of an order, each with the link by which its carrier shows where it is. */
export function OrderParcels({ order: { shipments, lines } }: { order: OrderDetails }) {
  if (shipments.length === 0) return null;
  return (
    <section aria-labelledby="purchase-parcels">
      <h2 className="rubric" id="purchase-parcels">
        {shipments.length === 1 ? 'Parcel' : 'Parcels'}
      </h2>
      <ul className={styles.parcels}>
        {shipments.map((parcel) => (
          <li key={parcel.id}>
            <p>
              <strong>{parcel.carrier}</strong>
              {parcel.number !== null && (
                <>
                  {' '}
                  <span className={styles.parcelNumber}>{parcel.number}</span>
                </>
              )}
            </p>
            <p className={styles.purchaseNote}>{stateOf(parcel)}</p>
            {lines.length > 1 && (
              <ul className={styles.parcelBooks}>
                {lines
                  .filter(({ id }) => parcel.lines.includes(id))
                  .map(({ id, title }) => (
                    <li key={id} {...textLanguageProps(title)}>
                      {title}
                    </li>
                  ))}
              </ul>
            )}
            {parcel.url !== null && parcel.returned_date === null && (
              <a className="button" href={parcel.url} target="_blank" rel="noopener noreferrer">
                Track this parcel <span className="visually-hidden">at {parcel.carrier}, in a new tab</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
