import { useId, useState } from 'react';
import {
  MAX_REASON_LENGTH,
  MEASURES,
  OUTCOMES,
  type Grievance,
  type Measure,
  type Outcome,
} from '@vidhi/contracts/grievances.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import * as styles from '../inbox/inbox.module.css';
import * as orders from '../orders/orders.module.css';
import { grievanceApi, MEASURE_NAMES, OUTCOME_NAMES, type ComplainedArticle } from './grievance-api.ts';

interface DecisionFormProps {
  grievance: Grievance;
  /** The article that it is about, where it is one. */
  article: ComplainedArticle | null;
}

/** Decides on a grievance; the decision is mailed. */
export function DecisionForm({ grievance, article }: DecisionFormProps) {
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [measure, setMeasure] = useState<Measure>('none');
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { send } = grievanceApi.useWrites();
  const notices = useNotices();
  const id = useId();
  useUnsavedGuard(reason.trim() !== '');

  const decide = async (): Promise<void> => {
    if (isBusy) return;
    if (outcome === '') return setFault('Please choose a decision.');
    if (reason.trim() === '') return setFault('Please write the reasons: they are mailed.');
    setBusy(true);
    const isOnArticle = article !== null && (measure === 'corrected' || measure === 'taken_down');
    const { error } = await send(
      {
        url: `/grievances/${grievance.id}/decision`,
        method: 'POST',
        body: {
          data: { rev: grievance.rev, outcome, reason, measure, post_id: isOnArticle ? article.id : null },
        },
      },
      grievance.id,
    );
    setBusy(false);
    if (error !== undefined) return setFault(messageOf(error));
    setReason('');
    notices.success('Decided. The decision is on its way to the complainant.');
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      <label className="field__name" htmlFor={`${id}-outcome`}>
        Decision
      </label>
      <select
        id={`${id}-outcome`}
        className="field__input"
        value={outcome}
        onChange={({ target }) => {
          setOutcome(target.value as Outcome | '');
          setFault(null);
        }}
      >
        <option value="">Please choose</option>
        {OUTCOMES.map((one) => (
          <option key={one} value={one}>
            {OUTCOME_NAMES[one]}
          </option>
        ))}
      </select>
      <label className="field__name" htmlFor={`${id}-measure`}>
        What was done about the page
      </label>
      <select
        id={`${id}-measure`}
        className="field__input"
        value={measure}
        aria-describedby={`${id}-measure-help`}
        onChange={({ target }) => setMeasure(target.value as Measure)}
      >
        {MEASURES.map((one) => (
          <option key={one} value={one}>
            {MEASURE_NAMES[one]}
          </option>
        ))}
      </select>
      <small className={orders.orderFaint} id={`${id}-measure-help`}>
        Correct the article or take it down first, on its own page.
      </small>
      <label className="field__name" htmlFor={`${id}-reason`}>
        Reasons
      </label>
      <textarea
        id={`${id}-reason`}
        className="field__input"
        rows={8}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        aria-describedby={`${id}-reason-help`}
        onChange={({ target }) => {
          setReason(target.value);
          setFault(null);
        }}
      />
      <small className={orders.orderFaint} id={`${id}-reason-help`}>
        Goes to {grievance.email} with the decision, which cannot be changed afterwards.
      </small>
      {fault !== null && <p role="alert">{fault}</p>}
      <div className={styles.tools}>
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          Decide and send
        </button>
      </div>
    </form>
  );
}
