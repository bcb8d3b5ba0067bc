import { useSession } from '#shared/session/session.ts';
import { mayAccess } from '../access.ts';
import { WaitingPosts } from '../today/waiting-posts.tsx';
import { TODAY } from '../today/today-texts.ts';

/** `/console`: what waits for this person, and nothing else. */
export function TodayPage() {
  const session = useSession();
  const readsDrafts = session !== null && mayAccess(session, ['news', 'publish']);
  return (
    <>
      <header className="page-head">
        <h1>Today</h1>
      </header>
      {readsDrafts ? (
        <WaitingPosts user={session.user.id} mayPublish={mayAccess(session, ['publish'])} />
      ) : (
        <p>{TODAY.nothing}</p>
      )}
    </>
  );
}
