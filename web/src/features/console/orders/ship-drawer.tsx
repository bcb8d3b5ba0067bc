import { useState } from 'react';
import { Alert, AutoComplete, Button, Checkbox, Drawer, Input } from 'antd';
import { CARRIERS } from '@vidhi/contracts/shop-carriers.ts';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { copies } from './order-texts.ts';
import { FormField } from './form-field.tsx';
import * as styles from './orders.module.css';

interface DrawerProps {
  order: DeskPurchase;
  isOpen: boolean;
  onClose: () => void;
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
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const writes = orderApi.useWrites();
  const notices = useNotices();

  async function send(): Promise<void> {
    setSending(true);
    setFailure(null);
    const request = { carrier, number: number.trim() === '' ? null : number, lines: [...lines] };
    const { error } = await writes.send(orderCalls.ship(order.id, request), order.id);
    setSending(false);
    if (error !== undefined)
      return setFailure(isProblem(error) && error.status !== 0 ? error.message : 'Please try again.');
    notices.success('The parcel is noted, and its buyer is mailed.');
    onDone();
  }

  return (
    <form
      className={styles.orderForm}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
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
      <FormField id="parcel-carrier" label="Carrier">
        <AutoComplete
          id="parcel-carrier"
          value={carrier}
          onChange={setCarrier}
          options={CARRIERS.map(({ name }) => ({ value: name }))}
          filterOption={(text, option) => option?.value.toLowerCase().includes(text.toLowerCase()) === true}
        />
      </FormField>
      <FormField id="parcel-number" label="Tracking number">
        <Input
          id="parcel-number"
          value={number}
          maxLength={60}
          onChange={({ target }) => setNumber(target.value)}
        />
      </FormField>
      {failure !== null && <Alert type="error" message={failure} />}
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={carrier.trim() === '' || lines.length === 0}
      >
        Ship and mail the buyer
      </Button>
    </form>
  );
}
