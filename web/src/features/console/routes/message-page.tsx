import type { Message, MessageReply } from '@vidhi/contracts/inbox.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { usePageName } from '../frame/page-name.ts';
import { colleagueName, MESSAGE_STATE_NAMES, messageApi, useColleagues } from '../inbox/message-api.ts';
import { MESSAGE_BADGES } from '../inbox/message-resource.tsx';
import { MessageSide } from '../inbox/message-side.tsx';
import { ReplyForm } from '../inbox/reply-form.tsx';
import * as styles from '../inbox/inbox.module.css';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';

/** `/console/inbox/:id`: a message, the replies to it, and a form for the next one. */
export function MessagePage() {
  const { id = '' } = useRouteParams();
  const query = messageApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(message) => <Thread key={message.id} message={message} />}
    </QueryBoundary>
  );
}

const REPLY_STATES: Readonly<Record<MessageReply['state'], string>> = {
  waiting: 'On its way',
  sent: 'Delivered to the mail server',
  failed: 'Could not be delivered. Please check the address.',
  not_sent: 'Not sent',
};

function Thread({ message }: { message: Message }) {
  const { subject, state, thread, reply_problem: problem } = message;
  const colleagues = useColleagues();
  usePageName(subject || null);
  return (
    <>
      <header className={`page-head ${orders.orderHead}`}>
        <h1>{subject || 'Without a subject'}</h1>
        <span className={`${kit.badge} ${MESSAGE_BADGES[state]}`}>{MESSAGE_STATE_NAMES[state]}</span>
      </header>
      <div className={orders.orderPage}>
        <div className={orders.orderColumn}>
          <article className={orders.orderCard} aria-label="Message">
            <p className={styles.words}>{message.message}</p>
            <small className={orders.orderFaint}>
              {message.name || message.email || 'Somebody'}, <DateText iso={message.received_at} withTime />
            </small>
          </article>
          {thread.map(({ number, text, at, by, state: mail }) => (
            <article
              key={number}
              className={`${orders.orderCard} ${styles.reply}`}
              aria-label={`Reply ${number}`}
            >
              <p className={styles.words}>{text}</p>
              <small className={orders.orderFaint}>
                {colleagueName(colleagues, by)}, <DateText iso={at} withTime />
              </small>
              <br />
              <small className={mail === 'failed' ? styles.failed : orders.orderFaint}>
                {REPLY_STATES[mail]}
              </small>
            </article>
          ))}
          <section className={orders.orderCard} aria-label="Your reply">
            {problem === null ? <ReplyForm message={message} /> : <p>{problem}</p>}
          </section>
        </div>
        <MessageSide message={message} />
      </div>
    </>
  );
}
