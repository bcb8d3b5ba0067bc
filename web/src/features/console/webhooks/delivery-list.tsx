import type { Delivery } from '@vidhi/contracts/webhooks.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { deliveryApi, retryCall, testCall } from './webhook-api.ts';
import * as kit from '../kit.module.css';
import * as styles from './webhooks.module.css';

const STATES: Readonly<Record<Delivery['state'], string>> = {
  queued: 'Waits',
  delivered: 'Delivered',
  failed: 'Given up',
};

const resultText = ({ state, attempts, result }: Delivery): string => {
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return `${STATES[state]}, ${times}${result === null ? '' : `, last result: ${result}`}`;
};

/** Deliveries of a webhook, with their results. */
export function DeliveryList({ webhook }: { webhook: number }) {
  const query = deliveryApi.useRow(webhook);
  const { send } = deliveryApi.useWrites();
  const notices = useNotices();
  const act = async (request: ReturnType<typeof testCall>, done: string): Promise<void> => {
    const { error } = await send(request, webhook);
    if (error === undefined) notices.success(done);
    else notices.error(messageOf(error));
  };
  return (
    <section aria-labelledby="webhook-deliveries">
      <h2 id="webhook-deliveries" className={styles.title}>
        Deliveries
      </h2>
      <p className={styles.tools}>
        <button
          type="button"
          className="button"
          onClick={() => void act(testCall(webhook), 'The test event is on its way.')}
        >
          Send a test event
        </button>
        <button type="button" className="button button--plain" onClick={() => void query.refetch()}>
          Look again
        </button>
      </p>
      <QueryBoundary query={query} loading={<Skeleton shape="list" label={KIT.loading} />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p>Nothing was sent yet.</p>
          ) : (
            <ul className={styles.rows}>
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <strong>{delivery.event}</strong>
                  <span>{resultText(delivery)}</span>
                  <span className={styles.note}>
                    <DateText iso={delivery.created_at} withTime />
                  </span>
                  <button
                    type="button"
                    className={kit.tool}
                    aria-label={`Send ${delivery.event} again`}
                    onClick={() => void act(retryCall(webhook, delivery.id), 'It is on its way again.')}
                  >
                    Send again
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
