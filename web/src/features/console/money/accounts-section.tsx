import { Input } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { FormField } from '../orders/form-field.tsx';
import { messageOf } from './reconciliation-section.tsx';
import { useSaveAccountsMutation } from './money-api.ts';
import { monthsAgo } from './periods.ts';
import * as styles from './money.module.css';

/** The bills and credit notes of a month, for an accountant. */
export function AccountsSection({ now }: { now: number }) {
  const [month, setMonth] = useState(() => monthsAgo(now, 1));
  const [save, { isLoading }] = useSaveAccountsMutation();
  const notices = useNotices();
  async function run(): Promise<void> {
    const { error } = await save(month);
    if (error !== undefined) notices.error(messageOf(error));
  }
  return (
    <section className={styles.moneySection} aria-labelledby="money-accounts">
      <h2 id="money-accounts">Accounts of a month</h2>
      <p>
        One row for each bill and credit note: books at MRP, discount, shipping, total, payment. The total of
        the month is the sum of its column; credit notes are negative. What the provider charges stands in its
        own settlement report, by the same payment id.
      </p>
      <div className={styles.moneyLine}>
        <FormField id="accounts-month" label="Month">
          <Input
            id="accounts-month"
            type="month"
            value={month}
            onChange={({ target }) => setMonth(target.value)}
          />
        </FormField>
        <button
          type="button"
          className="button button--plain"
          disabled={isLoading || month === ''}
          onClick={() => void run()}
        >
          {isLoading ? 'Loading' : 'Save as CSV'}
        </button>
      </div>
    </section>
  );
}
