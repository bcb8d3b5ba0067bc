import { useSession } from '#shared/session/session.ts';
import { mayAccess } from '../access.ts';
import { SystemLine } from '../today/system-line.tsx';
import { FirstSteps } from '../today/first-steps.tsx';
import { useWaitingCounts, WaitingCounts } from '../today/waiting-counts.tsx';
import { WaitingPosts } from '../today/waiting-posts.tsx';
import { TODAY } from '../today/today-texts.ts';

/** `/console`: what waits for this person, and nothing else; before it, the steps of a new site for administrators. */
export function TodayPage() {
  const session = useSession();
  const readsDrafts = session !== null && mayAccess(session, ['news', 'publish']);
  const waiting = useWaitingCounts({
    shop: session !== null && mayAccess(session, ['shop', 'refund']),
    directory: session !== null && mayAccess(session, ['directory']),
    people: session !== null && mayAccess(session, ['people']),
  });
  const hasCounts = waiting.groups.length > 0 || waiting.failed.length > 0;
  const isAdministrator = session !== null && mayAccess(session, 'administrator');
  return (
    <>
      <header className="page-head">
        <h1>Today</h1>
      </header>
      {isAdministrator && <SystemLine />}
      {isAdministrator && <FirstSteps />}
      <WaitingCounts waiting={waiting} />
      {readsDrafts && (
        <WaitingPosts
          user={session.user.id}
          mayPublish={mayAccess(session, ['publish'])}
          hasOthers={hasCounts || waiting.isLoading}
        />
      )}
      {!readsDrafts && !hasCounts && !waiting.isLoading && <p>{TODAY.nothing}</p>}
    </>
  );
}
