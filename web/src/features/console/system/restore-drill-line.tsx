import { DateText } from '#shared/ui/date-text.tsx';
import { restoreDrillApi } from './system-api.ts';
import { timeSince } from './system-texts.ts';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 20 } as const;

/** The outcome of the last try to restore a backup; nothing while accounts does not respond. */
export function RestoreDrillLine({ now }: { now: string }) {
  const { data } = restoreDrillApi.useList(ALL);
  if (data === undefined) return null;
  const [last] = data.rows;
  if (last === undefined)
    return (
      <p>
        Nobody has tried yet whether a backup can be restored: <code>npm run drill:restore -- FOLDER</code>.
      </p>
    );
  const { finished_at: finishedAt, backup_started_at: backup, documents, failure } = last;
  return (
    <p>
      {failure === null
        ? 'A backup was restored to try it'
        : 'A backup could not be restored when it was tried'}{' '}
      {timeSince(finishedAt, now)} ago: the one of <DateText iso={backup} withTime />
      {failure === null ? `, with ${documents} documents, each as it was.` : `. ${failure}`}
    </p>
  );
}
