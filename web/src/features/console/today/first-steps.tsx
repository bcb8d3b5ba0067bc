import { useEffect, useState } from 'react';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { createSendAsStaff } from '../session/staff-request.ts';
import * as styles from '../today.module.css';
import { readSiteFacts, stepsOf, type FirstStep } from './first-steps-facts.ts';

/** The steps of a new site, each ticked by what the site has; nothing once all are done, or while none is known. */
export function FirstSteps() {
  const dispatch = useSessionDispatch();
  const [steps, setSteps] = useState<readonly FirstStep[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const send = createSendAsStaff({
      dispatch,
      getState: dispatch((_dispatch, getState) => getState),
    });
    void readSiteFacts(send, location.protocol === 'https:').then((facts) => {
      if (isCurrent) setSteps(stepsOf(facts));
    });
    return () => void (isCurrent = false);
  }, [dispatch]);
  const done = steps.filter(({ isDone }) => isDone === true).length;
  const isUnknown = steps.every(({ isDone, key }) => isDone === undefined || key === 'tls');
  if (done === steps.length || isUnknown) return null;
  return (
    <section className={styles.todayList} aria-labelledby="first-steps">
      <h2 id="first-steps">
        Your site: {done} of {steps.length} steps done
      </h2>
      <ul>
        {steps.map(({ key, label, path, isDone }) => (
          <li key={key} data-done={isDone || undefined}>
            <span>
              <span aria-hidden="true">{isDone === true ? '✓ ' : '○ '}</span>
              {path === undefined || isDone === true ? label : <PageLink to={path}>{label}</PageLink>}
            </span>
            {isDone === true && <span className={styles.todayDone}>Done</span>}
            {isDone === undefined && <span>Not known now</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
