import { useId, useState } from 'react';
import type { Message, MessageChange } from '@vidhi/contracts/inbox.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as orders from '../orders/orders.module.css';
import { AssigneeField } from './assignee-field.tsx';
import * as styles from './inbox.module.css';
import { changeMessage, INBOX_PATH, messageApi } from './message-api.ts';

type Move = 'open' | 'done' | 'spam';

const MOVES: Readonly<Record<Move, { label: string; done: string }>> = {
  done: { label: 'Done', done: 'Done.' },
  open: { label: 'Open again', done: 'Open again.' },
  spam: { label: 'Spam', done: 'Moved to spam. The list shows it only with the filter Spam.' },
};

const MOVES_OF: Readonly<Record<Message['state'], readonly Move[]>> = {
  new: ['done', 'spam'],
  open: ['done', 'spam'],
  done: ['open', 'spam'],
  spam: ['open'],
};

/** State, assignment and writer of a message. */
export function MessageSide({ message }: { message: Message }) {
  const [isBusy, setBusy] = useState(false);
  const { send } = messageApi.useWrites();
  const notices = useNotices();
  const id = useId();
  const { state, assignee, name, email, rev } = message;

  const change = async (change: Omit<MessageChange, 'rev'>, done: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await send(changeMessage(message.id, { rev, ...change }), message.id);
    setBusy(false);
    if (error === undefined) notices.success(done);
    else notices.error(messageOf(error));
  };

  return (
    <div className={orders.orderColumn}>
      <section className={`${orders.orderCard} ${styles.side}`} aria-label="State">
        {MOVES_OF[state].map((one) => (
          <button
            key={one}
            type="button"
            className="button button--plain"
            aria-disabled={isBusy || undefined}
            onClick={() => void change({ state: one }, MOVES[one].done)}
          >
            {MOVES[one].label}
          </button>
        ))}
        <AssigneeField
          assignee={assignee}
          isBusy={isBusy}
          onAssign={(to, done) => void change({ assignee: to }, done)}
        />
      </section>
      <section className={orders.orderCard} aria-labelledby={`${id}-from`}>
        <h2 id={`${id}-from`}>From</h2>
        {name !== '' && <p>{name}</p>}
        {email === null ? (
          <p>No e-mail address</p>
        ) : (
          <>
            <p>{email}</p>
            <p>
              <RecordLink to={`${INBOX_PATH}?q=${encodeURIComponent(email)}`}>
                All messages from this address
              </RecordLink>
            </p>
          </>
        )}
      </section>
    </div>
  );
}
