import type { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { MailServerLine } from './mail-server-line.tsx';
import { delayTexts, diskTexts, processName, sizeText, stateText, timeSince } from './system-texts.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import * as styles from './system.module.css';

/** The processes of the site. */
export function ProcessList({ health: { processes, measured_at: now } }: { health: SystemHealth }) {
  return (
    <section className={styles.section} aria-labelledby="system-processes">
      <h2 id="system-processes">Processes</h2>
      <ul className={styles.rows}>
        {processes.map((process) => {
          const { started_at: startedAt, memory_bytes: memory, node, state, since } = process;
          return (
            <li key={processName(process)}>
              <span className={styles.name}>{processName(process)}</span>
              <span>
                {stateText(process)}
                {state !== 'ready' && ` for ${timeSince(since, now)}`}
              </span>
              <span className={styles.note}>
                {startedAt !== null && `Started ${timeSince(startedAt, now)} ago`}
                {memory !== null && `, ${sizeText(memory)} of memory`}
                {node !== null && `, Node.js ${node.replace(/^v/, '')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Queues, and how far services are behind one another. */
export function DelayList({ health }: { health: SystemHealth }) {
  const delays = delayTexts(health);
  const { mails, certificate, processes } = health;
  return (
    <section className={styles.section} aria-labelledby="system-delays">
      <h2 id="system-delays">Queues, disk and certificate</h2>
      <ul className={styles.rows}>
        {delays.length === 0 && <li>All services have read every event.</li>}
        {delays.map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>
          {mails === null
            ? 'notify does not say how many mails wait.'
            : `${mails.waiting === 1 ? '1 mail waits' : `${mails.waiting} mails wait`} to be sent.`}
        </li>
        <MailServerLine />
        {diskTexts(processes).map((text) => (
          <li key={text}>Disk: {text}.</li>
        ))}
        <li>
          {certificate === null ? (
            'Certificate: the site has no address with https, or it cannot be reached from its own server.'
          ) : (
            <span>
              The certificate of {certificate.host} is good until{' '}
              <DateText iso={certificate.valid_to} withTime />.
            </span>
          )}
        </li>
      </ul>
    </section>
  );
}
