import { useState } from 'react';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import { messageOf } from '../kit/message-of.ts';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import { delaysOf, findingsOf, type Dismissal, type FindingKind } from './findings.ts';
import { dismissCall, reconciliationApi, repairCall } from './money-api.ts';
import * as kit from '../kit.module.css';
import * as styles from './money.module.css';

interface SectionProps {
  report: ReconciliationReport;
  mayRepair: boolean;
  onReplay: (paymentId: string) => void;
}

/** The differences of payments, orders and mails, each with what to do. */
export function ReconciliationSection({ report, mayRepair, onReplay }: SectionProps) {
  const { send } = reconciliationApi.useWrites();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [dismissed, setDismissed] = useState<Dismissed | null>(null);
  const kinds = findingsOf(report);
  const delays = delaysOf(report);
  const count = kinds.reduce((sum, { findings }) => sum + findings.count, 0);
  const isClean = count + delays.length === 0;
  /** Differences of other kinds stay, whatever is repaired. */
  const isRepairable = delays.length > 0 || kinds.some(({ isRepaired }) => isRepaired);
  async function repair(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const { error } = await send(repairCall(), '');
    setBusy(false);
    if (error === undefined)
      notices.success(
        isRepairable ? 'Repaired what could be repaired, and compared again.' : 'Compared again.',
      );
    else notices.error(messageOf(error));
  }
  return (
    <section className={styles.moneySection} aria-labelledby="money-differences">
      <h2 id="money-differences">Payments and orders</h2>
      <p>
        {count === 1 ? '1 difference' : `${count} differences`}. Compared {formatMoment(report.measuredAt)}.
      </p>
      {delays.map((text) => (
        <p key={text} className={styles.moneyWarning}>
          {text}
        </p>
      ))}
      {kinds.map((kind) => (
        <Kind key={kind.key} kind={kind} mayRepair={mayRepair} onReplay={onReplay} onDismiss={setDismissed} />
      ))}
      {mayRepair ? (
        <div className={styles.moneyLine}>
          <button
            type="button"
            className={isRepairable ? 'button' : 'button button--plain'}
            disabled={isBusy}
            onClick={() => void repair()}
          >
            {isRepairable ? (isBusy ? 'Repairing' : 'Repair') : isBusy ? 'Comparing' : 'Compare again'}
          </button>
        </div>
      ) : (
        !isClean && (
          <p>{isRepairable ? 'An administrator can repair this.' : 'An administrator can settle this.'}</p>
        )
      )}
      {dismissed !== null && <DismissDialog {...dismissed} onClose={() => setDismissed(null)} />}
    </section>
  );
}

interface KindProps extends Pick<SectionProps, 'mayRepair' | 'onReplay'> {
  kind: FindingKind;
  onDismiss: (dismissed: Dismissed) => void;
}

/** A finding that is to be left out. */
interface Dismissed {
  id: string;
  dismissal: Dismissal;
}

function Kind({ kind, mayRepair, onReplay, onDismiss }: KindProps) {
  const { title, advice, findings, entries, ids, dismissal } = kind;
  return (
    <div className={styles.moneyKind}>
      <h3>
        {title}: {findings.count}
      </h3>
      <p>{advice}</p>
      <ul>
        {entries.map(({ id, about }) => (
          <li key={id}>
            {ids === 'purchase' ? (
              <RecordLink to={`/console/orders/${id}`}>{id}</RecordLink>
            ) : (
              <code>{id}</code>
            )}
            {about !== '' && <span>{about}</span>}
            {mayRepair && ids === 'payment' && (
              <button
                type="button"
                className={kit.tool}
                aria-label={`Apply again: ${id}`}
                onClick={() => onReplay(id)}
              >
                Apply again
              </button>
            )}
            {mayRepair && dismissal !== null && (
              <button
                type="button"
                className={kit.tool}
                aria-label={`${dismissal.label}: ${id}`}
                onClick={() => onDismiss({ id, dismissal })}
              >
                {dismissal.label}
              </button>
            )}
          </li>
        ))}
      </ul>
      {findings.count > findings.ids.length && <p>The first {findings.ids.length} are shown.</p>}
    </div>
  );
}

function DismissDialog({
  id,
  dismissal: { label, text, done },
  onClose,
}: Dismissed & { onClose: () => void }) {
  const { send } = reconciliationApi.useWrites();
  return (
    <ReasonDialog
      title={`${label}: ${id}`}
      heading={`${label}: ${id}`}
      label={label}
      done={done}
      send={async (reason) => send(dismissCall(id, reason), '')}
      onClose={onClose}
    >
      {text}
    </ReasonDialog>
  );
}
