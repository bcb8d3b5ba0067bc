import { useSession } from '#shared/session/session.ts';
import { mayAccess } from '../access.ts';
import { SystemLine } from '../today/system-line.tsx';
import { FirstSteps } from '../today/first-steps.tsx';
import { WaitingOrders } from '../today/waiting-orders.tsx';
import { WaitingPosts } from '../today/waiting-posts.tsx';
import { TODAY } from '../today/today-texts.ts';

/** `/console`: what waits for this person, and nothing else; before it, the steps of a new site for administrators. */
export function TodayPage() {
  const session = useSession();
  const readsDrafts = session !== null && mayAccess(session, ['news', 'publish']);
  const readsOrders = session !== null && mayAccess(session, ['shop', 'refund']);
  const isAdministrator = session !== null && mayAccess(session, 'administrator');
  return (
    <>
      <header className="page-head">
        <h1>Today</h1>
      </header>
      {isAdministrator && <SystemLine />}
      {isAdministrator && <FirstSteps />}
      {readsOrders && <WaitingOrders />}
      {readsDrafts && <WaitingPosts user={session.user.id} mayPublish={mayAccess(session, ['publish'])} />}
      {!readsDrafts && !readsOrders && <p>{TODAY.nothing}</p>}
    </>
  );
}
