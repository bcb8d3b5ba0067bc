import type { Actor } from '@vidhi/contracts/actor.ts';
import {
  KnownAuditResponse,
  MAX_AUDIT_QUERY,
  type AuditChange,
  type AuditFact,
} from '@vidhi/contracts/audit.ts';
import { AuditRecorded } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';
import { createEntry, type StoredEntry } from './entry.ts';
import type { Unacknowledged } from './rearm.ts';

export interface AuditedWrite {
  service: string;
  type: string;
  id: string | number;
  /** Revision of the document after the write, or another text that no other write of the document has. */
  rev: string | number;
  at: Date;
  actor: Actor;
  action: string;
  label: string | null;
  changes: readonly AuditChange[];
  reason?: string | undefined;
  traceparent?: string | undefined;
}

/**
 * Creates the entry of a write for the audit log. Store it in the write itself. It stays in the outbox until the log has it,
 * which `createFindKnownAudit` finds out.
 */
export function createAuditEntry(topic: TopicLayout, write: AuditedWrite): StoredEntry {
  const { service, type, id, rev, at, actor, action, label, changes, reason, traceparent } = write;
  const fact: AuditFact = {
    at: at.toISOString(),
    actor,
    action,
    service,
    type,
    id: String(id),
    label,
    changes: [...changes],
    ...(reason === undefined ? {} : { reason }),
  };
  return createEntry(topic, AuditRecorded, {
    id: `audit:${service}:${type}:${id}:${rev}`,
    key: `${service}:${type}:${id}`,
    data: fact,
    occurredAt: at,
    ...(traceparent === undefined ? {} : { traceparent }),
  });
}

const TIMEOUT_MS = 3_000;

export interface FindKnownAuditOptions {
  /** Address of accounts, which owns the log. */
  accountsUrl: string;
  serviceToken: string;
}

/** Queries accounts for the entries that are in its log; the outbox publishes the others again. */
export function createFindKnownAudit({ accountsUrl, serviceToken }: FindKnownAuditOptions) {
  const accounts = createServiceClient({ url: accountsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<readonly string[]> => {
    const eventIds = entries
      .filter(({ entry }) => entry.type === AuditRecorded.type)
      .map(({ entry }) => entry.id);
    const known: string[] = [];
    for (let at = 0; at < eventIds.length; at += MAX_AUDIT_QUERY) {
      const query = { eventIds: eventIds.slice(at, at + MAX_AUDIT_QUERY) };
      known.push(...(await accounts.post('/internal/audit/known', KnownAuditResponse, query)).known);
    }
    return known;
  };
}
