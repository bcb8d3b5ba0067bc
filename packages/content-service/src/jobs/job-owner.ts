import type { Actor } from '@vidhi/contracts/actor.ts';
import type { WriteClient, WriteContext } from '../http/content-writer.ts';
import type { JobOwner, StoredJob } from './job-store.ts';

export const actorOf = ({ principal, via }: JobOwner): Actor => ({
  id: principal.userId,
  role: principal.role,
  via,
});

/** A client for each write, as the writer collects what belongs to one. */
export function contextOf(owner: JobOwner): WriteContext {
  const client: WriteClient = { headers: {}, principal: owner.principal };
  return { request: client, audience: 'staff', actor: actorOf(owner) };
}

/** Returns the reason in the audit log of the writes of a job. */
export const reasonOf = ({ label }: StoredJob): string => `Bulk: ${label}`.slice(0, 200);
