import { useId, useState } from 'react';
import type { Grievance, GrievanceChange } from '@vidhi/contracts/grievances.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { AssigneeField } from '../inbox/assignee-field.tsx';
import * as styles from '../inbox/inbox.module.css';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as orders from '../orders/orders.module.css';
import { changeGrievance, GRIEVANCES_PATH, grievanceApi } from './grievance-api.ts';

/** Assignment and complainant of a grievance. */
export function GrievanceSide({ grievance }: { grievance: Grievance }) {
  const [isBusy, setBusy] = useState(false);
  const { send } = grievanceApi.useWrites();
  const notices = useNotices();
  const id = useId();
  const { state, assignee, name, email, rev } = grievance;

  const change = async (values: Omit<GrievanceChange, 'rev'>, done: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await send(changeGrievance(grievance.id, { rev, ...values }), grievance.id);
    setBusy(false);
    if (error === undefined) notices.success(done);
    else notices.error(messageOf(error));
  };

  return (
    <div className={orders.orderColumn}>
      <section className={`${orders.orderCard} ${styles.side}`} aria-label="State">
        {state === 'open' && (
          <button
            type="button"
            className="button button--plain"
            aria-disabled={isBusy || undefined}
            onClick={() => void change({ state: 'spam' }, 'Moved to spam.')}
          >
            Spam
          </button>
        )}
        {state === 'spam' && (
          <button
            type="button"
            className="button button--plain"
            aria-disabled={isBusy || undefined}
            onClick={() => void change({ state: 'open' }, 'Open again.')}
          >
            Not spam
          </button>
        )}
        <AssigneeField
          assignee={assignee}
          isBusy={isBusy}
          onAssign={(to, done) => void change({ assignee: to }, done)}
        />
      </section>
      <section className={orders.orderCard} aria-labelledby={`${id}-from`}>
        <h2 id={`${id}-from`}>From</h2>
        <p>{name}</p>
        <p className={styles.words}>{email}</p>
        <p>
          <RecordLink to={`${GRIEVANCES_PATH}?q=${encodeURIComponent(email)}`}>
            Open grievances from this address
          </RecordLink>
        </p>
      </section>
    </div>
  );
}
