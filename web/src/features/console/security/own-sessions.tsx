import type { OwnSession } from '@vidhi/contracts/account-responses.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import * as styles from '../security.module.css';
import {
  useEndSessionMutation,
  useEndSessionsElsewhereMutation,
  useOwnSessionsQuery,
} from './session-api.ts';

const FAILED = 'That did not work. Please try again.';

/** The browsers in which the account is logged in, each with a button that ends its session. */
export function OwnSessions() {
  const query = useOwnSessionsQuery();
  return (
    <section aria-labelledby="own-sessions">
      <h2 id="own-sessions">Where you are logged in</h2>
      <QueryBoundary query={query}>{(sessions) => <Sessions sessions={sessions} />}</QueryBoundary>
    </section>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [endOne, one] = useEndSessionMutation();
  const [endOthers, others] = useEndSessionsElsewhereMutation();
  const notices = useNotices();
  const report = ({ error }: { error?: unknown }, done: string): void =>
    error === undefined ? notices.success(done) : notices.error(FAILED);
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map(({ id, browser, isCurrent, lastUsedAt }) => {
          const name = browser ?? 'A browser';
          return (
            <li key={id}>
              <span>
                <b>{name}</b>
                {isCurrent && ', this one'}
                <br />
                last used <DateText iso={lastUsedAt} withTime />
              </span>
              {!isCurrent && (
                <PlainButton
                  isBusy={one.isLoading && one.originalArgs === id}
                  onClick={() => void endOne(id).then((result) => report(result, `${name} is logged out`))}
                >
                  Log out <span className="visually-hidden">{name}</span>
                </PlainButton>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <PlainButton
          isBusy={others.isLoading}
          onClick={() =>
            void endOthers().then((result) => report(result, 'All other browsers are logged out'))
          }
        >
          Log out everywhere else
        </PlainButton>
      )}
    </>
  );
}
