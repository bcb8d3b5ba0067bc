import { Value } from 'typebox/value';
import {
  KnownMailsResponse,
  MAX_QUERY_EVENTS,
  type KnownMailsQuery,
} from '@vidhi/contracts/mail-requests.ts';
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
export const createFindKnownMails =
  ({ notifyUrl, serviceToken, types }: FindKnownMailsOptions) =>
  async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<readonly string[]> => {
    const eventIds = entries.filter(({ entry }) => types.includes(entry.type)).map(({ entry }) => entry.id);
    const known: string[] = [];
    for (let at = 0; at < eventIds.length; at += MAX_QUERY_EVENTS) {
      const query: KnownMailsQuery = { eventIds: eventIds.slice(at, at + MAX_QUERY_EVENTS) };
      const response = await fetch(`${notifyUrl}/internal/mails/known`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
        body: JSON.stringify(query),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`notify responded ${response.status} to known mails`);
      known.push(...Value.Parse(KnownMailsResponse, await response.json()).known);
    }
    return known;
  };
