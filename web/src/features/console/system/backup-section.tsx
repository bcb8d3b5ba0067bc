import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { RestoreDrillLine } from './restore-drill-line.tsx';
import { backupApi } from './system-api.ts';
import { sizeText, timeSince } from './system-texts.ts';
import * as styles from './system.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 20 } as const;

/** The last backup, and how to make one. */
export function BackupSection({ now }: { now: string }) {
  const { data, isError, refetch } = backupApi.useList(ALL);
  const last = data?.rows[0];
  return (
    <section className={styles.section} aria-labelledby="system-backups">
      <h2 id="system-backups">Backups</h2>
      {isError ? (
        <p role="alert">
          accounts does not respond, so that its list of backups cannot be read.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="form" label={KIT.loading} />
      ) : last === undefined ? (
        <p>No backup is known. Backups by mongodump are not seen here.</p>
      ) : (
        <p>
          The last one was made {timeSince(last.finished_at, now)} ago, on{' '}
          <DateText iso={last.finished_at} withTime />: {last.documents} documents, {sizeText(last.bytes)},
          with {last.files.join(', ') || 'no files'}.
        </p>
      )}
      <RestoreDrillLine now={now} />
      <p>
        A backup is made on the server, with <code>npm run backup -- FOLDER</code>, while the site runs; have
        it made every hour, and keep a copy elsewhere. Try once a month that it can be restored, with{' '}
        <code>npm run drill:restore -- FOLDER</code>. Both are in docs/operate.md, section 10.
      </p>
    </section>
  );
}
