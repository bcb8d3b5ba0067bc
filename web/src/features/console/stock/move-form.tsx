import { useState, type FormEvent } from 'react';
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import type { StockMoveKind } from '@vidhi/contracts/shop-stock.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { randomKey } from '#shared/cart/random-key.ts';
import { messageOf } from '../kit/message-of.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { FormField } from '../orders/form-field.tsx';
import * as styles from '../orders/orders.module.css';
import { bookStockApi, moveCall, type BookStock } from './stock-api.ts';
import { moveFault, signedCopies } from './move-draft.ts';
import { MOVE_NAMES } from './stock-texts.ts';

const KINDS = Object.entries(MOVE_NAMES).map(([value, label]) => ({ value: value as StockMoveKind, label }));

/** Receives, corrects or writes off copies of a book, with a reason. */
export function MoveForm({ book }: { book: BookStock }) {
  const isCounted = book.free !== null;
  const [kind, setKind] = useState<StockMoveKind>('received');
  const [copies, setCopies] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [key, setKey] = useState(() => randomKey());
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const writes = bookStockApi.useWrites();
  const notices = useNotices();
  const draft = { kind, copies, reason };
  const fault = moveFault(book, draft);
  const after = isCounted && copies !== null ? (book.free ?? 0) + signedCopies(draft) : copies;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending || fault !== null || copies === null) return;
    setSending(true);
    setFailure(null);
    const { error } = await writes.send(moveCall(book.id, key, { kind, copies, reason }), book.id);
    setSending(false);
    if (error !== undefined) return setFailure(messageOf(error));
    notices.success('The copies are counted.');
    // What was typed meanwhile is the next move.
    setCopies((now) => (now === copies ? null : now));
    setReason((now) => (now === reason ? '' : now));
    setKey(randomKey());
  }

  return (
    <form className={styles.orderForm} onSubmit={(event) => void send(event)}>
      <FormField id="move-kind" label="What happened">
        <Select<StockMoveKind>
          id="move-kind"
          value={kind}
          options={isCounted ? KINDS : KINDS.filter(({ value }) => value === 'received')}
          onChange={setKind}
        />
      </FormField>
      <FormField
        id="move-copies"
        label={kind === 'corrected' ? 'Difference in copies, with a minus for fewer' : 'Copies'}
      >
        <InputNumber<number>
          id="move-copies"
          precision={0}
          min={kind === 'corrected' ? -1_000_000 : 1}
          max={1_000_000}
          value={copies}
          onChange={setCopies}
        />
      </FormField>
      <FormField id="move-reason" label="Reason">
        <Input
          id="move-reason"
          maxLength={500}
          placeholder="Invoice 17 of the printer"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </FormField>
      {copies !== null && fault !== null && <p className={styles.orderFault}>{fault}</p>}
      {failure !== null && <Alert type="error" message={failure} />}
      <MissingText id="move-missing" text={copies === null ? fault : null} />
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={fault !== null}
        aria-describedby="move-missing"
      >
        {after === null || fault !== null ? 'Move copies' : `Move copies: ${after} free afterwards`}
      </Button>
    </form>
  );
}
