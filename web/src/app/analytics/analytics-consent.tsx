import { useEffect, useState } from 'react';
import type { AnalyticsConfig } from '#shared/site/site.ts';
import { readChoice, storeChoice } from './analytics-choice.ts';
import { loadAnalytics } from './load-analytics.ts';
import * as styles from './analytics.module.css';

/**
 * Asks whether a service of somebody else may count this reader, and loads it once they agree. The choice can be changed at the
 * end of every page; where it is withdrawn, the page is loaded again without the script.
 */
export function AnalyticsConsent({ analytics }: { analytics: AnalyticsConfig }) {
  const { host } = new URL(analytics.script);
  const [choice, setChoice] = useState(readChoice);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (choice === 'yes') loadAnalytics(analytics);
  }, [choice, analytics]);
  const decide = (made: 'yes' | 'no') => () => {
    storeChoice(made);
    setOpen(false);
    if (choice === 'yes' && made === 'no') location.reload();
    else setChoice(made);
  };
  if (choice !== null && !isOpen)
    return (
      <p className={styles.analyticsLine}>
        {choice === 'yes' ? `${host} counts your visits. ` : `${host} does not count your visits. `}
        <button type="button" onClick={() => setOpen(true)}>
          Change
        </button>
      </p>
    );
  return (
    <section className={styles.analytics} aria-label="Counting of visits">
      <p>
        May <b>{host}</b> count your visits to this site? Nothing is loaded from there unless you agree.
      </p>
      <p className={styles.analyticsButtons}>
        <button className="button" type="button" onClick={decide('yes')}>
          Yes
        </button>
        <button className="button" type="button" onClick={decide('no')}>
          No
        </button>
      </p>
    </section>
  );
}
