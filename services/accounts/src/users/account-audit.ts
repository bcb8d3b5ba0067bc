import type { Actor } from '@vidhi/contracts/actor.ts';
import { auditChanges } from '@vidhi/contracts/audit.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { activeTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import { isStaffAccount, type User } from './user.ts';

export interface AccountWrite {
  actor: Actor;
  action: string;
  at: Date;
  reason?: string;
}

/** Creates the entry of a change of an account for the audit log: names of attributes, and values that are no personal data. */
export type AuditAccount = (before: User | null, after: User, write: AccountWrite) => StoredEntry;

/** Attributes of the log, as an account has them. */
const described = (user: User | null): Record<string, unknown> =>
  user === null
    ? {}
    : {
        role: user.role,
        desks: isStaffAccount(user) ? user.desks : [],
        blocked: user.blocked,
        confirmed: user.confirmed,
        email: user.email,
        username: user.username,
        first_name: user.first_name,
        last_name: user.last_name,
        mobile: user.mobile,
        password: user.passwordHash,
        second_step: user.secondStep == null ? 'off' : 'on',
      };

const NAMES = Object.keys(described({} as User));
const NOT_PERSONAL: ReadonlySet<string> = new Set(['role', 'desks', 'blocked', 'confirmed', 'second_step']);

export const createAuditAccount =
  (topic: TopicLayout): AuditAccount =>
  (before, after, { actor, action, at, reason }) =>
    createAuditEntry(topic, {
      service: 'accounts',
      type: 'user',
      id: after.id,
      rev: after.rev,
      at,
      actor,
      action,
      // A name is personal data: readers of the log see that of the account as it is then.
      label: null,
      changes: auditChanges({
        before: described(before),
        after: described(after),
        names: NAMES,
        rev: after.rev,
        isPersonal: (name) => !NOT_PERSONAL.has(name),
      }),
      reason,
      traceparent: activeTraceparent(),
    });

/** Actor of a change of one's own account. */
export const ownerOf = ({ id, role }: Pick<User, 'id' | 'role'>, via: Actor['via']): Actor => ({
  id,
  role,
  via,
});
