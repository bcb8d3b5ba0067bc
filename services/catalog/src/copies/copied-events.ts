import type { Copies } from '@vidhi/content-service/store.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { erasedUserOf, type EraseUser } from '../profiles/erase-user.ts';

interface CopiedEventsOptions {
  copies: Pick<Copies, 'apply'>;
  eraseUser: EraseUser;
}

/** Creates the handler of events of copied collections. It deletes the data about an erased user before the copy changes. */
export const createCopiedEvents =
  ({ copies, eraseUser }: CopiedEventsOptions): Handle =>
  async (envelope) => {
    const erased = erasedUserOf(envelope);
    if (erased !== null) await eraseUser(erased);
    return copies.apply(envelope);
  };
