import { useState } from 'react';
import { Button, Tag } from 'antd';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import type { DeskShipment } from '@vidhi/contracts/shop-shipments.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { copies, rupees } from './order-texts.ts';
import { ParcelDrawer } from './ship-drawer.tsx';
import * as styles from './orders.module.css';

/** Today in India, as YYYY-MM-DD. */
export const todayInIndia = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());

/** The books of an order and its parcels. */
export function OrderItems({ order, mayShip }: { order: DeskPurchase; mayShip: boolean }) {
  const { lines, shipments } = order;
  const hasPictures = lines.some(({ picture_url }) => picture_url !== null);
  return (
    <section className={styles.orderCard} aria-labelledby="order-items">
      <h2 id="order-items">Items</h2>
      <ul className={hasPictures ? `${styles.orderLines} ${styles.orderLinesPictured}` : styles.orderLines}>
        {lines.map((line) => (
          <li key={line.id}>
            {hasPictures && (
              <span className={styles.orderPicture}>
                {line.picture_url !== null && <img src={line.picture_url} alt="" loading="lazy" />}
              </span>
            )}
            <span>
              {mayShip ? (
                <RecordLink to={`/console/books/${line.book_id}`}>{line.title}</RecordLink>
              ) : (
                line.title
              )}
            </span>
            <span className={styles.orderAmount}>{rupees(line.unit_paise * line.quantity)}</span>
            <small>
              {copies(line.quantity)} at {rupees(line.unit_paise)}
              {line.isbn !== null && `, ISBN ${line.isbn}`}
              {line.refunded_copies > 0 && `, ${line.refunded_copies} refunded`}
            </small>
            <small>{stateOf(line, order)}</small>
          </li>
        ))}
      </ul>
      {shipments.map((shipment) => (
        <Parcel key={shipment.id} order={order} shipment={shipment} mayShip={mayShip} />
      ))}
    </section>
  );
}

/** Returns where a book is: with the number of its parcel where an order has several. */
function stateOf(line: DeskPurchase['lines'][number], { status, shipments }: DeskPurchase): string {
  const { id, delivered_date, shipping_date, quantity, refunded_copies } = line;
  const parcels = shipments.filter(({ lines }) => lines.includes(id));
  const latest = parcels.at(-1);
  const where = latest === undefined || shipments.length === 1 ? '' : `, parcel ${latest.id}`;
  if (parcels.length > 0 && parcels.every(({ returned_date }) => returned_date !== null))
    return `Came back${where}`;
  if (delivered_date !== null) return `Delivered${where}`;
  if (shipping_date !== null) return `Shipped${where}`;
  return status === 'cancelled' || refunded_copies >= quantity ? 'Cancelled' : 'To ship';
}

interface ParcelProps {
  order: DeskPurchase;
  shipment: DeskShipment;
  mayShip: boolean;
}

function Parcel({ order, shipment, mayShip }: ParcelProps) {
  const writes = orderApi.useWrites();
  const notices = useNotices();
  const { id, carrier, number, url, date, delivered_date, returned_date } = shipment;
  const [isOpen, setOpen] = useState(false);
  async function note(change: 'delivered_date' | 'returned_date', day: string | null): Promise<void> {
    const { error } = await writes.send(orderCalls.parcel(order.id, id, { [change]: day }), order.id);
    if (error !== undefined) notices.error(messageOf(error));
  }
  const isUnderWay = delivered_date === null && returned_date === null;
  return (
    <div className={styles.orderParcel}>
      <span>
        Parcel {id}: {carrier}{' '}
        {number !== null &&
          (url === null ? (
            number
          ) : (
            <a href={url} rel="noreferrer" target="_blank">
              {number}
            </a>
          ))}
      </span>
      <span className={styles.orderFaint}>
        shipped <DateText iso={date} />
        {delivered_date !== null && (
          <>
            , delivered <DateText iso={delivered_date} />
          </>
        )}
      </span>
      {returned_date !== null && <Tag color="gold">Came back</Tag>}
      {mayShip && isUnderWay && (
        <>
          <Button size="small" onClick={() => void note('delivered_date', todayInIndia())}>
            Delivered
          </Button>
          <Button size="small" onClick={() => void note('returned_date', todayInIndia())}>
            Came back
          </Button>
          <Button size="small" type="text" aria-label={`Correct parcel ${id}`} onClick={() => setOpen(true)}>
            Correct
          </Button>
        </>
      )}
      {mayShip && !isUnderWay && (
        <Button
          size="small"
          type="text"
          aria-label={`Undo: parcel ${id} ${returned_date === null ? 'delivered' : 'came back'}`}
          onClick={() => void note(returned_date === null ? 'delivered_date' : 'returned_date', null)}
        >
          Undo
        </Button>
      )}
      <ParcelDrawer order={order} shipment={shipment} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
