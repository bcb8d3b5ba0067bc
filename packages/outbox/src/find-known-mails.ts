import {
  KnownMailsResponse,
  MAX_QUERY_EVENTS,
  type KnownMailsQuery,
} from '@vidhi/contracts/mail-requests.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';
import type { Unacknowledged } from './rearm.ts';

const TIMEOUT_MS = 3_000;

export interface FindKnownMailsOptions {
  notifyUrl: string;
  serviceToken: string;
  /** Types of the events that require mails; others are never acknowledged by notify. */
  types: readonly string[];
}

/**
 * Queries notify for the events whose mails are in its ledger; the outbox re-emits the others. Rejects when notify does
 * not respond.
 */
export function createFindKnownMails({ notifyUrl, serviceToken, types }: FindKnownMailsOptions) {
  const notify = createServiceClient({ url: notifyUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<readonly string[]> => {
    const eventIds = entries.filter(({ entry }) => types.includes(entry.type)).map(({ entry }) => entry.id);
    const known: string[] = [];
    for (let at = 0; at < eventIds.length; at += MAX_QUERY_EVENTS) {
      const query: KnownMailsQuery = { eventIds: eventIds.slice(at, at + MAX_QUERY_EVENTS) };
      known.push(...(await notify.post('/internal/mails/known', KnownMailsResponse, query)).known);
    }
    return known;
  };
}
