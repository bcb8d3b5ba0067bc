import { Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { formatPaise } from '#shared/catalogue/money.ts';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { FormField } from '../orders/form-field.tsx';
import { reconciliationApi, replayCall, type Replayed } from './money-api.ts';
import * as styles from './money.module.css';

const PAYMENT = /^pay_\w+$/;

interface ReplaySectionProps {
  paymentId: string;
  onChange: (paymentId: string) => void;
}

/** Applies a payment whose message from the provider was lost. */
export function ReplaySection({ paymentId, onChange }: ReplaySectionProps) {
  const { send } = reconciliationApi.useWrites();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [result, setResult] = useState<Replayed | null>(null);
  async function replay(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setResult(null);
    const id = paymentId.trim();
    if (!PAYMENT.test(id)) return setFault('The id of a payment begins with pay_');
    setFault(null);
    setBusy(true);
    const { data, error } = await send(replayCall(id), '');
    setBusy(false);
    if (error === undefined) setResult((data as { data: Replayed }).data);
    else setFault(messageOf(error));
  }
  return (
    <section className={styles.moneySection} aria-labelledby="money-replay">
      <h2 id="money-replay">A payment that did not arrive</h2>
      <p>
        A buyer has paid, and there is no order: copy the id of the payment from the provider. Its state is
        read there, and applied as if its message had arrived. Doing it twice changes nothing.
      </p>
      <form className={styles.moneyLine} onSubmit={(event) => void replay(event)}>
        <FormField id="replay-payment" label="Id of the payment">
          <Input
            id="replay-payment"
            value={paymentId}
            placeholder="pay_"
            maxLength={60}
            aria-invalid={fault !== null}
            onChange={({ target }) => onChange(target.value)}
          />
        </FormField>
        <button type="submit" className="button button--plain" disabled={isBusy}>
          {isBusy ? 'Reading' : 'Apply'}
        </button>
      </form>
      {fault !== null && (
        <p className={styles.moneyFault} role="alert">
          {fault}
        </p>
      )}
      <output>{result !== null && <Outcome result={result} />}</output>
    </section>
  );
}

function Outcome({ result }: { result: Replayed }) {
  const { outcome, status, amount_paise: amount, purchase_id: purchase } = result;
  if (outcome === 'unknown') return <p>The provider has no payment with this id.</p>;
  const state = `${amount === null ? '' : `${formatPaise(amount)}, `}${status ?? ''} at the provider`;
  if (outcome === 'foreign')
    return <p>{state}. It belongs to no order of this site: another site may use the same account.</p>;
  return (
    <p>
      Applied: {state}.{' '}
      {purchase === null ? (
        'The order follows within a minute if the payment was captured.'
      ) : (
        <RecordLink to={`/console/orders/${purchase}`}>Open the order</RecordLink>
      )}
    </p>
  );
}
