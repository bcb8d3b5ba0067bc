import { Value } from 'typebox/value';
import { KnownMailsResponse, type KnownMailsQuery } from '@vidhi/contracts/mail-requests.ts';
import type { Unacknowledged } from './rearm.ts';

const TIMEOUT_MS = 3_000;

export interface FindKnownMailsOptions {
  notifyUrl: string;
  serviceToken: string;
  /** Type of the events that require mails; others are never acknowledged by notify. */
  type: string;
}

/**
 * Queries notify for the events whose mails are in its ledger; the outbox re-emits the others. Rejects when notify does
 * not respond.
 */
export const createFindKnownMails =
  ({ notifyUrl, serviceToken, type }: FindKnownMailsOptions) =>
  async (entries: readonly Pick<Unacknowledged, 'entry'>[]): Promise<readonly string[]> => {
    const eventIds = entries.filter(({ entry }) => entry.type === type).map(({ entry }) => entry.id);
    if (eventIds.length === 0) return [];
    const response = await fetch(`${notifyUrl}/internal/mails/known`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-token': serviceToken },
      body: JSON.stringify({ eventIds } satisfies KnownMailsQuery),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`notify responded ${response.status} to known mails`);
    return Value.Parse(KnownMailsResponse, await response.json()).known;
  };
