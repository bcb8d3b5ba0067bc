import { useEffect, useEffectEvent, useState } from 'react';
import type { Issue, IssueSection } from '@vidhi/contracts/newsletter.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { usePageName } from '../frame/page-name.ts';
import { useConfirm } from '../kit/confirm.tsx';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import { ISSUE_STATE_NAMES, issueApi, readersText } from './issue-api.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import * as styles from './newsletter.module.css';

type Move = 'cancel' | 'pause' | 'resume' | 'stop';

const MOVES: Readonly<Record<Move, { label: string; done: string }>> = {
  cancel: { label: 'Do not send', done: 'It is a draft again.' },
  pause: { label: 'Pause', done: 'Paused. Mails that are on their way still arrive.' },
  resume: { label: 'Go on', done: 'It goes on.' },
  stop: { label: 'Stop for good', done: 'Stopped.' },
};

const MOVES_OF: Readonly<Partial<Record<Issue['state'], readonly Move[]>>> = {
  scheduled: ['cancel'],
  sending: ['pause'],
  paused: ['resume', 'stop'],
};

const REFRESH_MS = 3_000;

/** The page of a newsletter that is scheduled, goes out, or went out. */
export function IssueProgress({ issue, onRefresh }: { issue: Issue; onRefresh: () => void }) {
  const { send } = issueApi.useWrites();
  const [isPreviewed, setPreviewed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const notices = useNotices();
  const confirm = useConfirm();
  const { state, counts } = issue;
  const isMoving = state === 'sending' || state === 'scheduled' || (counts?.waiting ?? 0) > 0;
  usePageName(issue.subject);

  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving]);

  const move = async (name: Move): Promise<void> => {
    if (isBusy) return;
    const isSure =
      name !== 'stop' ||
      (await confirm({
        title: 'Stop the newsletter?',
        text: 'Readers who have not got it yet never will.',
        confirmLabel: 'Stop for good',
        isDangerous: true,
      }));
    if (!isSure) return;
    setBusy(true);
    const { error } = await send(
      { url: `/newsletter-issues/${issue.id}/${name}`, method: 'POST', body: {} },
      issue.id,
    );
    setBusy(false);
    if (error === undefined) notices.success(MOVES[name].done);
    else notices.error(messageOf(error));
  };

  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{issue.subject}</h1>
      </header>
      <div className={orders.orderPage}>
        <section className={`${orders.orderCard} ${styles.shown}`} aria-label="Text">
          {issue.sections.map((section, index) => (
            <Section key={index} section={section} />
          ))}
        </section>
        <aside className={`${orders.orderCard} ${styles.side}`} aria-label="State">
          <p>
            <strong>{ISSUE_STATE_NAMES[state]}</strong>
            <br />
            <Times issue={issue} />
          </p>
          {counts !== null && (
            <>
              <progress
                className={styles.meter}
                max={Math.max(1, counts.recipients)}
                value={counts.recipients - counts.waiting}
                aria-label="Progress"
              />
              <dl className={orders.orderSums}>
                <Count name="Readers at the start" value={counts.recipients} />
                <Count name="Delivered" value={counts.sent} />
                <Count name={state === 'paused' ? 'Waiting' : 'On the way'} value={counts.waiting} />
                <Count name="Failed" value={counts.failed} />
                {counts.bounced !== undefined && <Count name="Came back" value={counts.bounced} />}
                <Count
                  name={state === 'stopped' ? 'Left out or unsubscribed' : 'Unsubscribed before'}
                  value={counts.skipped}
                />
              </dl>
            </>
          )}
          {(MOVES_OF[state] ?? []).map((name) => (
            <button
              key={name}
              type="button"
              className={name === 'stop' ? `${kit.tool} ${kit.toolDanger}` : 'button button--plain'}
              aria-disabled={isBusy || undefined}
              onClick={() => void move(name)}
            >
              {MOVES[name].label}
            </button>
          ))}
          <button type="button" className="button button--plain" onClick={() => setPreviewed(true)}>
            Preview
          </button>
        </aside>
      </div>
      {isPreviewed && <PreviewDialog id={issue.id} onClose={() => setPreviewed(false)} />}
    </>
  );
}

const Count = ({ name, value }: { name: string; value: number }) => (
  <div className={orders.stockSum}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Times({ issue }: { issue: Issue }) {
  const { state, send_at: sendAt, started_at: startedAt, ended_at: endedAt, audience } = issue;
  if (state === 'scheduled' && sendAt !== null)
    return (
      <>
        Goes out on <DateText iso={sendAt} withTime />, to {readersText(audience)} as of now
      </>
    );
  return (
    <>
      Began on <DateText iso={startedAt ?? ''} withTime />
      {endedAt !== null && (
        <>
          , ended on <DateText iso={endedAt} withTime />
        </>
      )}
    </>
  );
}

function Section({ section }: { section: IssueSection }) {
  if (section.kind === 'article')
    return (
      <>
        <h3>
          <a href={section.path} target="_blank" rel="noreferrer">
            {section.title}
          </a>
        </h3>
        {section.text !== '' && <p>{section.text}</p>}
      </>
    );
  return (
    <>
      {section.heading !== '' && <h3>{section.heading}</h3>}
      <p>{section.text}</p>
    </>
  );
}
