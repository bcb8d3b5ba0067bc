import { useState } from 'react';
import { Alert, Button, Drawer, Input, Select } from 'antd';
import { CARRIERS } from '@vidhi/contracts/shop-carriers.ts';
import type { PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import type { ManyShipmentsResponse } from '@vidhi/contracts/shop-shipments.ts';
import { messageOf } from '../kit/message-of.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { orderCalls, orderListApi } from './order-api.ts';
import { FormField } from './form-field.tsx';
import * as styles from './orders.module.css';
import { readPastedShipments } from './pasted-shipments.ts';

/** The service takes as many rows at once. */
const MAX_ROWS = 200;

interface ShipManyProps {
  isOpen: boolean;
  /** Orders that are selected: their numbers stand in the table at first. */
  orders: readonly PurchaseRow[];
  onClose: () => void;
  /** Called when at least one was shipped. */
  onShipped?: () => void;
}

/** Ships many orders, each in a parcel, from a table that is pasted. */
export function ShipMany({ isOpen, orders, onClose, onShipped }: ShipManyProps) {
  return (
    <Drawer title="Ship many orders" open={isOpen} onClose={onClose} destroyOnHidden size="large">
      <ShipManyForm
        numbers={orders.map(({ purchase_number, id }) => purchase_number ?? id)}
        onShipped={onShipped}
      />
    </Drawer>
  );
}

/** Returns what is missing until the rows can be sent; null for nothing. */
function missingOf(rows: number, faults: number): string | null {
  if (faults > 0) return faults === 1 ? 'Correct the row that is named above.' : 'Correct the rows above.';
  return rows === 0 ? 'Paste the number of at least one order.' : null;
}

interface ShipManyFormProps {
  numbers: readonly string[];
  onShipped: ShipManyProps['onShipped'] | undefined;
}

function ShipManyForm({ numbers, onShipped }: ShipManyFormProps) {
  const [text, setText] = useState(() => numbers.map((number) => `${number}\t`).join('\n'));
  const [carrier, setCarrier] = useState<string>(CARRIERS[0].name);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [results, setResults] = useState<ManyShipmentsResponse['data'] | null>(null);
  const writes = orderListApi.useWrites();
  const { rows, faults } = readPastedShipments(text, carrier);
  const isTooLong = rows.length > MAX_ROWS;
  const untracked = rows.filter(({ number }) => number === null).length;
  const missing = missingOf(rows.length, faults.length);
  const failed = (results ?? []).filter(({ error }) => error !== null);

  async function send(): Promise<void> {
    setSending(true);
    setFailure(null);
    const { data, error } = await writes.send(orderCalls.shipMany({ rows }));
    setSending(false);
    if (error !== undefined) return setFailure(messageOf(error));
    const shipped = (data as ManyShipmentsResponse).data;
    setResults(shipped);
    if (shipped.some((one) => one.error === null)) onShipped?.();
    // What has failed stays in the table, to be corrected.
    const left = new Set(shipped.filter((one) => one.error !== null).map(({ purchase }) => purchase));
    setText(
      rows
        .filter(({ purchase }) => left.has(purchase))
        .map((row) => [row.purchase, row.number ?? '', row.carrier].join('\t'))
        .join('\n'),
    );
  }

  return (
    <div className={styles.orderForm}>
      <p>
        One order in a row: order number, tracking number and, if it differs, carrier. Paste it from a
        spreadsheet.
      </p>
      <FormField id="shipments-carrier" label="Carrier">
        <Select
          id="shipments-carrier"
          value={carrier}
          onChange={setCarrier}
          options={CARRIERS.map(({ name }) => ({ value: name, label: name }))}
        />
      </FormField>
      <FormField id="shipments-table" label="Orders and tracking numbers">
        <Input.TextArea
          id="shipments-table"
          rows={10}
          value={text}
          spellCheck={false}
          readOnly={isSending}
          onChange={({ target }) => setText(target.value)}
        />
      </FormField>
      {faults.map(({ line, text: row, reason }) => (
        <p key={line} className={styles.orderFault}>
          Row {line}, {row.trim()}: {reason}
        </p>
      ))}
      {isTooLong && <p className={styles.orderFault}>At most {MAX_ROWS} orders at once.</p>}
      {untracked > 0 && (
        <p>
          {untracked} of {rows.length === 1 ? '1 order' : `${rows.length} orders`} without a tracking number.
        </p>
      )}
      {failure !== null && <Alert type="error" message={failure} />}
      {results !== null && (
        <Alert
          type={failed.length === 0 ? 'success' : 'warning'}
          message={`${results.length - failed.length} of ${results.length} orders were shipped, and their buyers are mailed.`}
          description={
            failed.length > 0 && (
              <ul>
                {failed.map(({ purchase, error }) => (
                  <li key={purchase}>
                    {purchase}: {error}
                  </li>
                ))}
              </ul>
            )
          }
        />
      )}
      <MissingText id="shipments-missing" text={missing} />
      <Button
        type="primary"
        loading={isSending}
        disabled={missing !== null || isTooLong}
        aria-describedby="shipments-missing"
        onClick={() => void send()}
      >
        {rows.length === 1 ? 'Ship 1 order' : `Ship ${rows.length} orders`}
      </Button>
    </div>
  );
}
