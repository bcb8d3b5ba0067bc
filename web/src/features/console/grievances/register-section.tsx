import { useState } from 'react';
import type { RegisterMonth } from '@vidhi/contracts/grievances.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { monthText } from '../kit/month-text.ts';
import * as kit from '../kit.module.css';
import * as styles from './grievances.module.css';
import { registerApi } from './grievance-api.ts';
import { useRegisterFile } from './register-file.ts';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 500 } as const;

/** The numbers of each month, received and disposed of, with a file of each. */
export function RegisterSection() {
  const { data, isError, refetch } = registerApi.useList(ALL);
  const save = useRegisterFile();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  async function handleSave(month: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const error = await save(month);
    setBusy(false);
    if (error !== null) notices.error(messageOf(error));
  }
  return (
    <section className={styles.register} aria-labelledby="grievance-register">
      <h2 id="grievance-register">Register</h2>
      {isError ? (
        <p role="alert">
          The register cannot be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="list" label={KIT.loading} />
      ) : (
        <ul className={styles.months}>
          {data.rows.map((month) => (
            <li key={month.month}>
              <Month {...month} />
              <button
                type="button"
                className={kit.tool}
                aria-label={`CSV of ${monthText(month.month)}`}
                disabled={isBusy}
                onClick={() => void handleSave(month.month)}
              >
                CSV
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Month({ month, received, disposed, upheld, partly, rejected, late, pending }: RegisterMonth) {
  const outcomes = [
    [upheld, 'justified'],
    [partly, 'justified in part'],
    [rejected, 'not justified'],
    [late, 'late'],
  ] as const;
  const known = outcomes.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return (
    <>
      <span className={styles.month}>{monthText(month)}</span>
      <span>
        {received} received, {disposed} disposed of
        {known.length > 0 && ` (${known.join(', ')})`}, {pending} pending
      </span>
    </>
  );
}
