import { useState } from 'react';
import { Button } from 'antd';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { orderApi, orderCalls } from './order-api.ts';
import { MAIL_NAMES, MAIL_STATES } from './mail-texts.ts';
import * as styles from './orders.module.css';

const ENDED = new Set(['SENT', 'CANCELLED', 'DEAD']);
/** Mails that are shown at first. */
const SHOWN = 5;

/** The mails about an order; those that have ended can be sent again. */
export function OrderMails({ order: { id, mails } }: { order: DeskPurchase }) {
  const [sending, setSending] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const writes = orderApi.useWrites();
  const notices = useNotices();
  if (mails === null || mails.length === 0) return null;
  // The latest first, and those to the buyer before those to the shop.
  const listed = mails.toReversed().toSorted((a, b) => Number(a.role === 'site') - Number(b.role === 'site'));
  const shown = isWhole ? listed : listed.slice(0, SHOWN);

  async function resend(mail: string): Promise<void> {
    setSending(mail);
    const { error } = await writes.send(orderCalls.resend(id, mail), id);
    setSending(null);
    if (error === undefined) notices.success('The mail is on its way.');
    else notices.error(isProblem(error) && error.status === 409 ? error.message : 'Please try again.');
  }

  return (
    <section className={styles.orderCard} aria-labelledby="order-mails">
      <h2 id="order-mails">Mails</h2>
      <ul className={styles.orderNotes}>
        {shown.map((mail) => (
          <li key={mail.id} className={styles.orderMail}>
            <span>
              {MAIL_NAMES[mail.template ?? ''] ?? mail.template ?? 'An older mail'}
              <br />
              <small className={styles.orderFaint}>
                {mail.role === 'site' ? 'to the shop' : 'to the buyer'},{' '}
                {MAIL_STATES[mail.state] ?? mail.state}
                {mail.ended_at !== null && (
                  <>
                    {' '}
                    <span className={styles.orderMailTime}>
                      <DateText iso={mail.ended_at} withTime />
                    </span>
                  </>
                )}
              </small>
            </span>
            {mail.template !== null && ENDED.has(mail.state) && (
              <Button
                size="small"
                loading={sending === mail.id}
                disabled={sending !== null}
                aria-label={`Send again: ${MAIL_NAMES[mail.template] ?? mail.template}`}
                onClick={() => void resend(mail.id)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
        {listed.length > shown.length && (
          <li>
            <Button type="text" onClick={() => setWhole(true)}>
              All {listed.length} mails
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
