import type { OwnSession } from '@vidhi/contracts/account-responses.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { useEndOtherSessionsMutation, useSessionsQuery } from '../account-api.ts';
import * as styles from '../account-page.module.css';

/** The browsers in which the account is logged in. */
export function SessionList() {
  const query = useSessionsQuery();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <QueryBoundary query={query}>{(sessions) => <Sessions sessions={sessions} />}</QueryBoundary>
    </section>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const notices = useNotices();
  const handleEnd = async () => {
    const { error } = await endOthers();
    if (error === undefined) notices.success('You are logged out everywhere else');
    else notices.error('We could not log you out everywhere else. Please try again.');
  };
  return (
    <>
      <ul className={styles.accountSessions}>
        {sessions.map(({ isCurrent, lastUsedAt, endsAt }) => (
          <li key={`${lastUsedAt} ${endsAt}`}>
            <b>{isCurrent ? 'This browser' : 'Another browser'}</b>, last used{' '}
            <DateText iso={lastUsedAt} withTime />
          </li>
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <PlainButton isBusy={isLoading} onClick={() => void handleEnd()}>
          Log out everywhere else
        </PlainButton>
      )}
    </>
  );
}
