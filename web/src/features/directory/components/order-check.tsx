import { useState } from 'react';
import { CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { checkOrder, type OrderCheck as Check } from '../check-order.ts';
import { orderCheckApi } from '../order-check-api.ts';
import * as styles from '../directory.module.css';

type State = { is: 'idle' } | { is: 'failed'; why: string } | { is: 'done'; checks: Check[] };

const ORDERED = ['lawyers', 'firms'] as const;

/** Computes the order in the browser and shows whether the server's order is the same. */
export function OrderCheck() {
  const [state, setState] = useState<State>({ is: 'idle' });
  const [isBusy, setBusy] = useState(false);
  const dispatch = useSessionDispatch();
  const fetchBody = (path: string): Promise<unknown> =>
    dispatch(
      orderCheckApi.endpoints.currentBody.initiate(path, { forceRefetch: true, subscribe: false }),
    ).unwrap();
  const handleCheck = async () => {
    if (isBusy) return;
    // Web Crypto is available in secure contexts only.
    if (globalThis.crypto?.subtle === undefined) {
      setState({ is: 'failed', why: 'Your browser computes hashes on secure (https) addresses only.' });
      return;
    }
    setBusy(true);
    try {
      const checks = await Promise.all(ORDERED.map((kind) => checkOrder(kind, fetchBody)));
      setState({ is: 'done', checks });
    } catch {
      setState({ is: 'failed', why: 'The order could not be loaded. Please try again in a moment.' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.orderCheck}>
      <button
        className="button needs-script"
        type="button"
        onClick={() => void handleCheck()}
        aria-disabled={isBusy || undefined}
      >
        <BusyLabel isBusy={isBusy} busy="Computing">
          Compute today’s order here
        </BusyLabel>
      </button>
      <output>
        {state.is === 'failed' && state.why}
        {state.is === 'done' && state.checks.map((check) => <Result key={check.kind} check={check} />)}
      </output>
      {state.is === 'done' &&
        state.checks.map((check) => check.first.length > 0 && <Places key={check.kind} check={check} />)}
    </div>
  );
}

const line = (agrees: boolean, text: string) => (
  <li className={agrees ? undefined : styles.orderCheckNo}>
    <strong>{agrees ? 'Agrees' : 'Differs'}</strong>: {text}
  </li>
);

function Result({ check }: { check: Check }) {
  const { kind, date, count, seedAgrees, orderAgrees, listed, listAgrees } = check;
  return (
    <>
      <p>
        {CATALOGUE_KINDS[kind].label}, computed on this device for <DateText iso={date} />:
      </p>
      <ul>
        {line(seedAgrees, 'the seed that the server publishes')}
        {line(orderAgrees, `the order that the server publishes (${count} profiles)`)}
        {line(listAgrees, `the list that visitors see (its first ${listed})`)}
      </ul>
    </>
  );
}

function Places({ check: { kind, first } }: { check: Check }) {
  return (
    <table className={styles.orderCheckPlaces}>
      <caption>
        {CATALOGUE_KINDS[kind].label}: the first {first.length} by your own computation
      </caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Number of the profile</th>
          <th scope="col">Hash begins with</th>
        </tr>
      </thead>
      <tbody>
        {first.map(({ id, rank }, index) => (
          <tr key={id}>
            <td>{index + 1}</td>
            <td>{id}</td>
            <td>
              <code>{rank.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
