import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { deadMailApi, resendCall } from './system-api.ts';
import { templateText } from './system-texts.ts';
import * as kit from '../kit.module.css';
import * as styles from './system.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 1_000 } as const;
const MAX_SHOWN = 50;

/** Mails that were given up, each of which can be sent again. */
export function DeadMails() {
  const { data, isError, refetch } = deadMailApi.useList(ALL);
  const { send } = deadMailApi.useWrites();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  async function resend(ids: readonly string[]): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const { error } = await send(resendCall(ids));
    setBusy(false);
    if (error !== undefined) return notices.error(messageOf(error));
    notices.success(ids.length === 1 ? 'The mail is on its way.' : `${ids.length} mails are on their way.`);
  }
  return (
    <section className={styles.section} aria-labelledby="system-mails">
      <h2 id="system-mails">Mails that were given up</h2>
      {isError ? (
        <p role="alert">
          notify does not respond, so that its mails cannot be listed. None is lost.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="list" label={KIT.loading} />
      ) : data.rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <>
          <p>
            The mail server rejected them, or they failed too often. Mend the cause first: the failure of each
            is the answer of the mail server.
          </p>
          <ul className={styles.rows}>
            {data.rows.slice(0, MAX_SHOWN).map(({ id, template, role, failure, died_at: diedAt }) => (
              <li key={id}>
                <span className={styles.name}>{templateText(template)}</span>
                <span>to: {role}</span>
                <span>{failure}</span>
                <span className={styles.note}>
                  <DateText iso={diedAt} withTime />
                </span>
                <button
                  type="button"
                  className={kit.tool}
                  disabled={isBusy}
                  aria-label={`Send ${templateText(template)} again`}
                  onClick={() => void resend([id])}
                >
                  Send again
                </button>
              </li>
            ))}
          </ul>
          {data.total > MAX_SHOWN && (
            <p>
              The newest {MAX_SHOWN} of {data.total} are shown.
            </p>
          )}
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void resend(data.rows.map(({ id }) => id))}
          >
            {data.rows.length === 1 ? 'Send it again' : `Send all ${data.rows.length} again`}
          </button>
        </>
      )}
    </section>
  );
}
