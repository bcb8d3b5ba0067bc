import type { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { timeSince } from './system-texts.ts';
import * as styles from './system.module.css';

/** Problems of the site, each with its time and what to do. */
export function ProblemList({ health: { problems, measured_at: now } }: { health: SystemHealth }) {
  if (problems.length === 0) return <p>Everything works.</p>;
  return (
    <ul className={styles.problems} aria-label="What is wrong">
      {problems.map(({ name, title, advice, since, runbook }) => (
        <li key={name + title} className={styles.problem}>
          <p className={styles.title}>{title}</p>
          <p>{advice}</p>
          <p className={styles.note}>
            For {timeSince(since, now)}, since <DateText iso={since} withTime />.
            {runbook !== null && ` More in ${runbook}.`}
          </p>
        </li>
      ))}
    </ul>
  );
}
