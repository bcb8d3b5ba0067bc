import { Input } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { messageOf } from '../kit/message-of.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { FormField } from '../orders/form-field.tsx';
import { feesApi, useSaveAccountsMutation } from './money-api.ts';
import { monthsAgo } from './periods.ts';
import * as styles from './money.module.css';

function Fees({ month }: { month: string }) {
  const { currentData: fees } = feesApi.useRow(month);
  if (fees === undefined || fees.payments === 0) return null;
  return (
    <p>
      Charges of the card provider for payments of this month: {formatPaise(fees.fee_paise)}, of which{' '}
      {formatPaise(fees.tax_paise)} GST, for {fees.payments === 1 ? '1 payment' : `${fees.payments} payments`}{' '}
      of {formatPaise(fees.amount_paise)}.
      {fees.unknown > 0 &&
        ` We have not read the charge of ${fees.unknown === 1 ? '1 of them' : `${fees.unknown} of them`} yet.`}
    </p>
  );
}

/** The bills and credit notes of a month, for an accountant, and what the card provider charges. */
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
        the month is the sum of its column; credit notes are negative. Beside each bill is what the card
        provider charges for its payment.
      </p>
      {month !== '' && <Fees month={month} />}
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
          aria-describedby="accounts-missing"
          onClick={() => void run()}
        >
          {isLoading ? 'Loading' : 'Save as CSV'}
        </button>
        <MissingText id="accounts-missing" text={month === '' ? 'Choose a month.' : null} />
      </div>
    </section>
  );
}
