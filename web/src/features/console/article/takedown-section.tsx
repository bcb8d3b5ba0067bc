import { useState } from 'react';
import { readTakedown, type Takedown } from '@vidhi/contracts/takedown.ts';
import { formatDay } from '#shared/text/dates.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { toIndiaField } from './india-time.ts';
import * as styles from './article.module.css';

interface TakedownSectionProps {
  takedown: Takedown | null;
  /** Whether this person may withhold articles and end that. */
  isAdministrator: boolean;
  now: number;
  problem: string | null;
  isBusy: boolean;
  /** Resolves with whether it is done. */
  onWithhold: (order: Takedown) => Promise<boolean>;
  onLift: () => Promise<boolean>;
}

/** The order of a court that withholds the article, and the way to begin and to end that. */
export function TakedownSection(props: TakedownSectionProps) {
  const { takedown, isAdministrator, now, problem, isBusy, onWithhold, onLift } = props;
  const [open, setOpen] = useState<'withhold' | 'lift' | null>(null);
  if (takedown === null && !isAdministrator) return null;
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="panel-court">
      <h2 id="panel-court">Court order</h2>
      {takedown === null ? (
        <p>Nothing withholds this article.</p>
      ) : (
        <p>
          Withheld by order {takedown.order_number} of {takedown.court}, dated{' '}
          {formatDay(takedown.ordered_on)}. Its address shows the order to readers.
        </p>
      )}
      {isAdministrator && (
        <div className={styles.articlePanelActions}>
          <button
            type="button"
            className="button button--plain"
            disabled={isBusy}
            onClick={() => setOpen(takedown === null ? 'withhold' : 'lift')}
          >
            {takedown === null ? 'Take down by court order' : 'The order was lifted'}
          </button>
        </div>
      )}
      {open === 'withhold' && (
        <WithholdDialog now={now} problem={problem} onWithhold={onWithhold} onClose={close} />
      )}
      {open === 'lift' && <LiftDialog problem={problem} onLift={onLift} onClose={close} />}
    </section>
  );
}

type Field = keyof Takedown;

const FIELDS: readonly {
  name: Field;
  label: string;
  help: string;
  missing: string;
  type: 'text' | 'date';
}[] = [
  {
    name: 'order_number',
    label: 'Number of the order',
    help: 'As the court writes it, for example W.P.(C) 1204/2026',
    missing: 'Give the number of the order',
    type: 'text',
  },
  {
    name: 'court',
    label: 'Court',
    help: 'For example High Court of Delhi',
    missing: 'Name the court',
    type: 'text',
  },
  {
    name: 'ordered_on',
    label: 'Date of the order',
    help: 'The day on the order',
    missing: 'Give the date of the order',
    type: 'date',
  },
];

function WithholdDialog({
  now,
  problem,
  onWithhold,
  onClose,
}: Pick<TakedownSectionProps, 'now' | 'problem' | 'onWithhold'> & { onClose: () => void }) {
  const [values, setValues] = useState<Takedown>({ order_number: '', court: '', ordered_on: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const today = toIndiaField(new Date(now).toISOString()).slice(0, 10);
  const read = readTakedown(values, today);
  const problems = 'problems' in read ? read.problems : {};
  const textOf = (name: Field, missing: string): string =>
    name === 'ordered_on' && values.ordered_on > today ? 'Give a day that is not in the future' : missing;
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (!('order' in read)) return;
    setBusy(true);
    if (await onWithhold(read.order)) onClose();
    else setBusy(false);
  };
  return (
    <NativeDialog title="Take down by court order" onClose={onClose}>
      <DialogForm
        submitLabel="Take the article down"
        isBusy={isBusy}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>
          The article leaves the site, its feeds and sitemaps at once. Its address shows number, court and
          date of the order, and nothing of the text.
        </p>
        {FIELDS.map(({ name, label, help, missing, type }) => (
          <DialogField
            key={name}
            label={label}
            help={help}
            error={isChecked && problems[name] !== undefined ? textOf(name, missing) : null}
          >
            {(ids) => (
              <input
                {...ids}
                className="field__input"
                type={type}
                maxLength={name === 'court' ? 200 : 120}
                value={values[name]}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </DialogField>
        ))}
        <Problem text={problem} />
      </DialogForm>
    </NativeDialog>
  );
}

function LiftDialog({
  problem,
  onLift,
  onClose,
}: Pick<TakedownSectionProps, 'problem' | 'onLift'> & { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    if (await onLift()) onClose();
    else setBusy(false);
  };
  return (
    <NativeDialog title="The order was lifted" onClose={onClose}>
      <DialogForm
        submitLabel="End the takedown"
        isBusy={isBusy}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <p>The article stays in the archive until somebody restores and publishes it.</p>
        <Problem text={problem} />
      </DialogForm>
    </NativeDialog>
  );
}

const Problem = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className={styles.articleProblem} role="alert">
      {text}
    </p>
  );
