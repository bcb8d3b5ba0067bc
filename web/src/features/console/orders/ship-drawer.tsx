import { useState } from 'react';
import { Alert, AutoComplete, Button, Checkbox, Drawer, Input } from 'antd';
import { CARRIERS } from '@vidhi/contracts/shop-carriers.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import type { DeskShipment } from '@vidhi/contracts/shop-shipments.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { copies } from './order-texts.ts';
import { FormField } from './form-field.tsx';
import * as styles from './orders.module.css';

interface DrawerProps {
  order: DeskPurchase;
  isOpen: boolean;
  onClose: () => void;
}

const trackingOf = (carrier: string, number: string) => ({
  carrier,
  number: number.trim() === '' ? null : number,
});

/** Sends a call about a parcel of an order: the notice and `onDone` follow when it succeeds. */
function useParcelCall({ id }: DeskPurchase, onDone: () => void) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  return {
    isSending,
    failure,
    async send(call: Parameters<typeof writes.send>[0], notice: string): Promise<void> {
      setSending(true);
      setFailure(null);
      const { error } = await writes.send(call, id);
      setSending(false);
      if (error !== undefined) return setFailure(messageOf(error));
      notices.success(notice);
      onDone();
    },
  };
}

/** Returns what is missing until a parcel can be noted; null for nothing. */
function missingOf(carrier: string, lines: number): string | null {
  if (lines === 0) return 'Tick the books that are in this parcel.';
  return carrier.trim() === '' ? 'Choose the carrier, or type its name.' : null;
}

/** Ships lines of an order in a parcel. */
export const ShipDrawer = ({ order, isOpen, onClose }: DrawerProps) => (
  <Drawer title="Ship" open={isOpen} onClose={onClose} destroyOnHidden>
    <ShipForm order={order} onDone={onClose} />
  </Drawer>
);

function ShipForm({ order, onDone }: { order: DeskPurchase; onDone: () => void }) {
  const open = order.lines.filter(({ can_ship }) => can_ship);
  const [lines, setLines] = useState<readonly number[]>(open.map(({ id }) => id));
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const { send, isSending, failure } = useParcelCall(order, onDone);
  const missing = missingOf(carrier, lines.length);

  const ship = (): Promise<void> =>
    send(
      orderCalls.ship(order.id, { ...trackingOf(carrier, number), lines: [...lines] }),
      'The parcel is noted, and its buyer is mailed.',
    );

  return (
    <form
      className={styles.orderForm}
      onSubmit={(event) => {
        event.preventDefault();
        void ship();
      }}
    >
      <fieldset>
        <legend>In this parcel</legend>
        {open.map(({ id, title, quantity, refunded_copies }) => (
          <Checkbox
            key={id}
            checked={lines.includes(id)}
            onChange={({ target }) =>
              setLines(target.checked ? [...lines, id] : lines.filter((one) => one !== id))
            }
          >
            {title}, {copies(quantity - refunded_copies)}
          </Checkbox>
        ))}
      </fieldset>
      <TrackingFields carrier={carrier} number={number} onCarrier={setCarrier} onNumber={setNumber} />
      {failure !== null && <Alert type="error" message={failure} />}
      <MissingText id="ship-missing" text={missing} />
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={missing !== null}
        aria-describedby="ship-missing"
      >
        Ship and mail the buyer
      </Button>
    </form>
  );
}

interface TrackingFieldsProps {
  carrier: string;
  number: string;
  onCarrier: (carrier: string) => void;
  onNumber: (number: string) => void;
}

const TrackingFields = ({ carrier, number, onCarrier, onNumber }: TrackingFieldsProps) => (
  <>
    <FormField id="parcel-carrier" label="Carrier">
      <AutoComplete
        id="parcel-carrier"
        value={carrier}
        onChange={onCarrier}
        options={CARRIERS.map(({ name }) => ({ value: name }))}
        filterOption={(text, option) => option?.value.toLowerCase().includes(text.toLowerCase()) === true}
      />
    </FormField>
    <FormField id="parcel-number" label="Tracking number">
      <Input
        id="parcel-number"
        value={number}
        maxLength={60}
        onChange={({ target }) => onNumber(target.value)}
      />
    </FormField>
  </>
);

/** Corrects carrier and number of a parcel on its way. */
export const ParcelDrawer = ({
  order,
  shipment,
  isOpen,
  onClose,
}: DrawerProps & { shipment: DeskShipment }) => (
  <Drawer title={`Parcel ${shipment.id}`} open={isOpen} onClose={onClose} destroyOnHidden>
    <ParcelForm order={order} shipment={shipment} onDone={onClose} />
  </Drawer>
);

interface ParcelFormProps {
  order: DeskPurchase;
  shipment: DeskShipment;
  onDone: () => void;
}

function ParcelForm({ order, shipment, onDone }: ParcelFormProps) {
  const [carrier, setCarrier] = useState(shipment.carrier);
  const [number, setNumber] = useState(shipment.number ?? '');
  const { send, isSending, failure } = useParcelCall(order, onDone);
  const missing = missingOf(carrier, shipment.lines.length);

  const correct = (): Promise<void> =>
    send(orderCalls.parcel(order.id, shipment.id, trackingOf(carrier, number)), 'The parcel is corrected.');

  return (
    <form
      className={styles.orderForm}
      onSubmit={(event) => {
        event.preventDefault();
        void correct();
      }}
    >
      <TrackingFields carrier={carrier} number={number} onCarrier={setCarrier} onNumber={setNumber} />
      <small className={styles.orderFaint}>
        The page of the order shows it to the buyer at once. To mail it, too, press Send again beside the mail
        Shipped.
      </small>
      {failure !== null && <Alert type="error" message={failure} />}
      <MissingText id="parcel-missing" text={missing} />
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={missing !== null}
        aria-describedby="parcel-missing"
      >
        Save
      </Button>
    </form>
  );
}
