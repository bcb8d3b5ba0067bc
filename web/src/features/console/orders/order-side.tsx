import { useState } from 'react';
import { Button, Input } from 'antd';
import { HAND_CHANNEL_NAMES } from '@vidhi/contracts/hand-order-names.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { AddressDrawer } from './address-drawer.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { useSaveOrderFileMutation, type OrderFile } from './order-files.ts';
import { OrderMails } from './order-mails.tsx';
import { OrderTags } from './order-tags.tsx';
import { PackingButtons } from './packing-buttons.tsx';
import { rupees } from './order-texts.ts';
import { StaffName } from './staff-name.tsx';
import * as styles from './orders.module.css';

/** Buyer, addresses, documents, notes and tags of an order. */
export const OrderSide = ({ order, mayShip }: { order: DeskPurchase; mayShip: boolean }) => (
  <div className={styles.orderColumn}>
    <Buyer order={order} mayShip={mayShip} />
    <Documents order={order} mayShip={mayShip} />
    <Notes order={order} />
    <OrderTags order={order} />
    <OrderMails order={order} />
  </div>
);

const AddressText = ({ address }: { address: Address }) => (
  <address>
    {address.name}
    <br />
    {placeOf(address)}
    <br />
    <a href={`tel:${address.phone}`}>{address.phone}</a>
  </address>
);

const isSame = (one: Address, other: Address): boolean =>
  one.name === other.name && one.phone === other.phone && placeOf(one) === placeOf(other);

/** Customers are shown to administrators alone. */
const accountOf = (id: number, isAdministrator: boolean) =>
  isAdministrator ? (
    <RecordLink to={`/console/customers/${id}`}>Customer account</RecordLink>
  ) : (
    'Has an account'
  );

function Buyer({ order, mayShip }: { order: DeskPurchase; mayShip: boolean }) {
  const { billing, shipping, buyer, status, lines, by_hand } = order;
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const email = billing?.email ?? by_hand?.email ?? null;
  const canCorrect =
    mayShip && status === 'unshipped' && lines.every(({ shipping_date }) => shipping_date === null);
  return (
    <section className={styles.orderCard} aria-labelledby="order-buyer">
      <h2 id="order-buyer">Buyer</h2>
      <p>
        {by_hand === null
          ? buyer.user_id === null
            ? 'Guest'
            : accountOf(buyer.user_id, session?.role === ROLE.administrator)
          : HAND_CHANNEL_NAMES[by_hand.channel]}
      </p>
      {by_hand?.name && <p>{by_hand.name}</p>}
      {by_hand?.email && (
        <p>
          <a href={`mailto:${by_hand.email}`}>{by_hand.email}</a>
        </p>
      )}
      {billing !== null && (
        <p>
          <a href={`mailto:${billing.email}`}>{billing.email}</a>
        </p>
      )}
      {email !== null && (
        <p>
          <RecordLink to={`/console/orders?view=all&q=${encodeURIComponent(email)}`}>
            All orders of this buyer
          </RecordLink>
        </p>
      )}
      <h3>Ship to</h3>
      {shipping === null ? (
        <p>{by_hand === null ? 'No address yet' : 'Handed over'}</p>
      ) : (
        <AddressText address={shipping} />
      )}
      {canCorrect && (
        <Button onClick={() => setOpen(true)}>
          {shipping === null ? 'Enter the address' : 'Correct the address'}
        </Button>
      )}
      <AddressDrawer order={order} isOpen={isOpen} onClose={() => setOpen(false)} />
      {billing !== null && (
        <>
          <h3>Billed to</h3>
          {shipping !== null && isSame(billing, shipping) ? (
            <p>The same address</p>
          ) : (
            <AddressText address={billing} />
          )}
        </>
      )}
    </section>
  );
}

function Documents({ order, mayShip }: { order: DeskPurchase; mayShip: boolean }) {
  const [save, { isLoading }] = useSaveOrderFileMutation();
  const notices = useNotices();
  const lineId = order.lines[0]?.id ?? 0;
  async function open(file: OrderFile, number?: string): Promise<void> {
    const { error } = await save({ lineId, file, ...(number === undefined ? {} : { number }) });
    if (error !== undefined) notices.error('The document could not be fetched. Please try again.');
  }
  const isPackable = mayShip && order.status !== 'cancelled' && order.shipping !== null;
  if (order.bill_number === null && !isPackable) return null;
  return (
    <section className={styles.orderCard} aria-labelledby="order-documents">
      <h2 id="order-documents">Documents</h2>
      <ul className={styles.orderNotes}>
        {isPackable && (
          <li className={styles.orderPapers}>
            <PackingButtons ids={[order.id]} />
          </li>
        )}
        {order.bill_number !== null && (
          <li>
            <Button disabled={isLoading} onClick={() => void open('bill-of-supply')}>
              Bill {order.bill_number}
            </Button>
          </li>
        )}
        {order.credit_notes.map(({ number, amount_paise }) => (
          <li key={number}>
            <Button disabled={isLoading} onClick={() => void open('credit-note', number)}>
              {number}, {rupees(amount_paise)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ order: { id, notes } }: { order: DeskPurchase }) {
  const [text, setText] = useState('');
  const writes = orderApi.useWrites();
  const notices = useNotices();
  async function add(): Promise<void> {
    const { error } = await writes.send(orderCalls.note(id, text), id);
    if (error !== undefined) return notices.error(messageOf(error));
    // What was typed meanwhile stays.
    setText((now) => (now === text ? '' : now));
  }
  return (
    <section className={styles.orderCard} aria-labelledby="order-notes">
      <h2 id="order-notes">Notes</h2>
      <ul className={styles.orderNotes}>
        {notes.map((note) => (
          <li key={note.id}>
            {note.text}
            <br />
            <small className={styles.orderFaint}>
              <DateText iso={note.at} withTime />
              {note.by !== null && (
                <>
                  , by <StaffName id={note.by} />
                </>
              )}
            </small>
          </li>
        ))}
        <li className={styles.orderForm}>
          <Input.TextArea
            aria-label="A note for staff"
            rows={2}
            maxLength={2_000}
            placeholder="Only staff read notes"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button disabled={text.trim() === ''} onClick={() => void add()}>
            Add note
          </Button>
        </li>
      </ul>
    </section>
  );
}
