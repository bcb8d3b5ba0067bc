import { InputNumber, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { BOOK_BATCHES } from '../batches/batch-api.ts';
import { RecentBatches } from '../batches/recent-batches.tsx';
import { RunResults } from '../batches/run-results.tsx';
import { useBatchRun } from '../batches/use-batch-run.ts';
import { FormField } from '../orders/form-field.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { KIT } from '../kit/kit-texts.ts';
import { RecordSelect } from '../kit/record-select.tsx';
import type { Condition } from '../kit/define-resource.ts';
import { CATEGORIES, PUBLISHERS } from './book-api.ts';
import type { StoredBook } from './plan-import.ts';
import { planPrices, ruleLabel, ruleProblem, type PriceRule } from './price-plan.ts';
import { priceText } from './price-preview.tsx';
import { toStoredBook, useShelf } from './use-shelf.ts';
import * as styles from './books.module.css';

const KINDS: readonly { value: PriceRule['kind']; label: string }[] = [
  { value: 'discount', label: 'Set the discount to' },
  { value: 'raise', label: 'Raise the MRP by' },
  { value: 'lower', label: 'Lower the MRP by' },
];
const ROUNDING = [
  { value: 1, label: 'whole rupees' },
  { value: 5, label: '5 rupees' },
  { value: 10, label: '10 rupees' },
  { value: 0.01, label: 'paise' },
];
const SHOWN = 100;

interface Loaded {
  books: readonly StoredBook[];
  /** Number of books that were chosen; null for all. */
  chosen: number | null;
}

/** Changes the prices of many books: which ones, the rule, a preview, and undo for a day. */
export function PricesPanel() {
  const [category, setCategory] = useState<number | null>(null);
  const [publisher, setPublisher] = useState<number | null>(null);
  const [rule, setRule] = useState<PriceRule>({ kind: 'discount', percent: 10, roundTo: 1 });
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [shown, setShown] = useState(SHOWN);
  const { isLoading, loadBooks } = useShelf();
  const run = useBatchRun(BOOK_BATCHES, 'prices');
  const notices = useNotices();
  const isRunning = run.state?.isRunning === true;
  useUnsavedGuard(isRunning);
  const problem = ruleProblem(rule);
  const plan = useMemo(() => (loaded === null ? [] : planPrices(loaded.books, rule)), [loaded, rule]);
  const change = (part: Partial<PriceRule>): void => {
    run.reset();
    setRule({ ...rule, ...part });
  };
  const choose = (set: (id: number | null) => void) => (id: number | null) => {
    run.reset();
    setLoaded(null);
    set(id);
  };
  async function load(): Promise<void> {
    const conditions: Condition[] = [
      ...(category === null ? [] : [['[Category][id][$eq]', String(category)] as const]),
      ...(publisher === null ? [] : [['[publishers][id][$eq]', String(publisher)] as const]),
    ];
    try {
      const rows = await loadBooks({ conditions });
      run.reset();
      setLoaded({
        books: rows.map(toStoredBook),
        chosen: conditions.length === 0 ? null : rows.length,
      });
    } catch {
      notices.error('The books could not be loaded. Please try again.');
    }
  }
  return (
    <>
      <div className={styles.bookChoice}>
        <FormField id="prices-category" label="Category">
          <RecordSelect
            id="prices-category"
            of={CATEGORIES.choices}
            placeholder={KIT.any}
            value={category}
            onChange={choose(setCategory)}
          />
        </FormField>
        <FormField id="prices-publisher" label="Publisher">
          <RecordSelect
            id="prices-publisher"
            of={PUBLISHERS.choices}
            placeholder={KIT.any}
            value={publisher}
            onChange={choose(setPublisher)}
          />
        </FormField>
        <FormField id="prices-kind" label="Change">
          <Select<PriceRule['kind']>
            id="prices-kind"
            value={rule.kind}
            options={[...KINDS]}
            onChange={(kind) => change({ kind })}
          />
        </FormField>
        <FormField id="prices-percent" label="Percent">
          <InputNumber<number>
            id="prices-percent"
            min={0}
            precision={2}
            value={Number.isNaN(rule.percent) ? null : rule.percent}
            onChange={(percent) => change({ percent: percent ?? Number.NaN })}
          />
        </FormField>
        {rule.kind !== 'discount' && (
          <FormField id="prices-round" label="Rounded to">
            <Select<number>
              id="prices-round"
              value={rule.roundTo}
              options={ROUNDING}
              onChange={(roundTo) => change({ roundTo })}
            />
          </FormField>
        )}
      </div>
      {problem !== null && <p className={styles.bookFault}>{problem}</p>}
      <div className={styles.bookTools}>
        <button
          type="button"
          className="button button--plain"
          disabled={isLoading || isRunning || problem !== null}
          onClick={() => void load()}
        >
          {isLoading ? 'Loading the books' : 'Preview'}
        </button>
      </div>
      {loaded !== null && run.state === null && (
        <section className={styles.bookSection} aria-labelledby="prices-preview">
          <h2 id="prices-preview">Preview</h2>
          <p aria-live="polite">
            {plan.length} of {loaded.books.length} books get another price. An offer that runs goes on until
            its end.
          </p>
          <div className={styles.bookTools}>
            <button
              type="button"
              className="button"
              disabled={plan.length === 0}
              onClick={() =>
                void run.start(
                  ruleLabel(rule, loaded.chosen),
                  plan.map(({ write }) => write),
                )
              }
            >
              Change {plan.length} {plan.length === 1 ? 'price' : 'prices'}
            </button>
          </div>
          <ul className={styles.bookRows}>
            {plan.slice(0, shown).map(({ id, title, before, after }) => (
              <li key={id}>
                <b>{title}</b>
                <br />
                {priceText(before.price, before.discount)} → {priceText(after.price, after.discount)}
              </li>
            ))}
          </ul>
          {plan.length > shown && (
            <button type="button" className="button button--plain" onClick={() => setShown(shown + SHOWN)}>
              Show more
            </button>
          )}
        </section>
      )}
      {run.state !== null && <RunResults place={BOOK_BATCHES} state={run.state} onStop={run.stop} />}
      {run.state !== null && !isRunning && run.state.problem !== null && (
        <button
          type="button"
          className="button"
          onClick={() => void run.start(ruleLabel(rule, loaded?.chosen ?? null), [])}
        >
          Go on
        </button>
      )}
      <RecentBatches place={BOOK_BATCHES} key={isRunning ? 'running' : 'idle'} />
    </>
  );
}
