import { useState } from 'react';
import { MAX_REPLAYED, type ReplayedLetters } from '@vidhi/contracts/dead-letters.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { DropDialog } from './drop-dialog.tsx';
import { LetterContent } from './letter-content.tsx';
import { deadLetterApi, replayCall, type DeadLetter } from './system-api.ts';
import { eventText, groupText, placeText } from './system-texts.ts';
import * as kit from '../kit.module.css';
import * as styles from './system.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 500 } as const;
const MAX_SHOWN = 50;

const replayAllText = (waiting: number): string =>
  waiting > MAX_REPLAYED ? `Replay the oldest ${MAX_REPLAYED}` : `Replay all ${waiting}`;

function replayedText(replayed: number): string {
  if (replayed === 0) return 'Somebody has replayed these already.';
  return replayed === 1
    ? 'The event is on its way to its service. It comes back here if it fails again.'
    : `${replayed} events are on their way. Those that fail again come back here.`;
}

interface LetterRowProps {
  letter: DeadLetter;
  isBusy: boolean;
  onReplay: () => void;
  onRead: () => void;
  onDrop: () => void;
}

function LetterRow({ letter, isBusy, onReplay, onRead, onDrop }: LetterRowProps) {
  const { error, message, attempts, last_failed_at: failedAt, state } = letter;
  const name = `${eventText(letter)} ${placeText(letter)}`;
  const isWaiting = state === 'waiting';
  return (
    <li>
      <span className={styles.name}>{eventText(letter)}</span>
      <span>
        {error}: {message}
      </span>
      <span className={styles.note}>
        {placeText(letter)}, {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, the last one{' '}
        <DateText iso={failedAt} withTime />
      </span>
      {!isWaiting && <span>On its way to the service again.</span>}
      <button type="button" className={kit.tool} aria-label={`Read ${name}`} onClick={onRead}>
        Read
      </button>
      {isWaiting && (
        <>
          <button
            type="button"
            className={kit.tool}
            disabled={isBusy}
            aria-label={`Replay ${name}`}
            onClick={onReplay}
          >
            Replay
          </button>
          <button type="button" className={kit.tool} aria-label={`Drop ${name}`} onClick={onDrop}>
            Drop
          </button>
        </>
      )}
    </li>
  );
}

/** Events that a service could not handle, by service, each of which can be read, replayed and given up. */
export function DeadLetters() {
  const { data, isError, refetch } = deadLetterApi.useList(ALL);
  const { send } = deadLetterApi.useWrites();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [read, setRead] = useState<DeadLetter | null>(null);
  const [dropped, setDropped] = useState<DeadLetter | null>(null);

  async function replay(letters: readonly DeadLetter[]): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const ids = letters.slice(0, MAX_REPLAYED).map(({ id }) => id);
    const { data: response, error } = await send(replayCall(ids));
    setBusy(false);
    if (error !== undefined) return notices.error(messageOf(error));
    notices.success(replayedText((response as ReplayedLetters).data.replayed));
  }

  const rows = data?.rows ?? [];
  return (
    <section className={styles.section} aria-labelledby="system-letters">
      <h2 id="system-letters">Events that could not be handled</h2>
      {isError ? (
        <p role="alert">
          accounts does not respond, so that these events cannot be listed. None is lost.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="list" label={KIT.loading} />
      ) : rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <>
          <p>
            A service could not handle these and went on with the next ones. Fix the cause first (the log of
            the service names it), then replay them.
          </p>
          <button type="button" className={kit.tool} onClick={() => void refetch()}>
            Look for outcomes
          </button>
          {[...Map.groupBy(rows, ({ group }) => group)].map(([group, letters]) => {
            const waiting = letters.filter(({ state }) => state === 'waiting');
            return (
              <section key={group} aria-label={groupText(group)} className={styles.group}>
                <h3>
                  {groupText(group)} ({letters.length})
                </h3>
                <ul className={styles.rows}>
                  {letters.slice(0, MAX_SHOWN).map((letter) => (
                    <LetterRow
                      key={letter.id}
                      letter={letter}
                      isBusy={isBusy}
                      onReplay={() => void replay([letter])}
                      onRead={() => setRead(letter)}
                      onDrop={() => setDropped(letter)}
                    />
                  ))}
                </ul>
                {letters.length > MAX_SHOWN && <p>The oldest {MAX_SHOWN} are shown.</p>}
                {waiting.length > 1 && (
                  <button
                    type="button"
                    className="button"
                    disabled={isBusy}
                    onClick={() => void replay(waiting)}
                  >
                    {replayAllText(waiting.length)}
                  </button>
                )}
              </section>
            );
          })}
          {data.total > rows.length && (
            <p>
              The oldest {rows.length} of {data.total} are listed.
            </p>
          )}
        </>
      )}
      {read !== null && <LetterContent letter={read} onClose={() => setRead(null)} />}
      {dropped !== null && <DropDialog letter={dropped} onClose={() => setDropped(null)} />}
    </section>
  );
}
