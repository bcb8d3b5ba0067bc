import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { mailboxKey } from '@vidhi/contracts/mailbox.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';

interface Limit {
  name: string;
  max: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Per address of a client. */
const CALLS = {
  email: [
    { name: 'email', max: 5, windowMs: MINUTE_MS },
    { name: 'email-day', max: 20, windowMs: DAY_MS },
  ],
  grievance: [
    { name: 'grievance', max: 3, windowMs: MINUTE_MS },
    { name: 'grievance-day', max: 20, windowMs: DAY_MS },
  ],
  subscribe: [
    { name: 'subscribe', max: 5, windowMs: MINUTE_MS },
    { name: 'subscribe-day', max: 50, windowMs: DAY_MS },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/** Limit of the requests that name one mailbox, which is mailed, over all clients. */
const MAILBOX = { name: 'mailbox-day', max: 10, windowMs: DAY_MS } as const;

export interface RequestLimits {
  /**
   * Counts a request; throws 429 beyond a limit. Sets `x-ratelimit-*` of the tightest limit.
   * @param recipient the e-mail address that it mails
   */
  admit(
    call: keyof typeof CALLS,
    request: Pick<FastifyRequest, 'ip'>,
    reply: FastifyReply,
    recipient?: string,
  ): Promise<void>;
}

const hashOf = (mailbox: string): string => createHash('sha256').update(mailbox).digest('base64url');

export const createRequestLimits = (counters: Pick<AttemptCounters, 'hit'>): RequestLimits => ({
  async admit(call, { ip }, reply, recipient) {
    const { address } = clientNetwork(ip);
    const mailbox = recipient === undefined ? [] : [{ ...MAILBOX, key: hashOf(mailboxKey(recipient)) }];
    const rules = [...CALLS[call].map((rule) => ({ ...rule, key: address })), ...mailbox];
    const counted = await Promise.all(
      rules.map(async ({ name, max, windowMs, key }) => {
        const { count, endsAt } = await counters.hit(`${name}:${key}`, windowMs);
        return { limit: max, remaining: max - count, endsAt };
      }),
    );
    const [tightest] = counted.toSorted((a, b) => a.remaining - b.remaining);
    if (tightest === undefined) return;
    reply.headers({
      'x-ratelimit-limit': tightest.limit,
      'x-ratelimit-remaining': Math.max(0, tightest.remaining),
      'x-ratelimit-reset': Math.ceil(tightest.endsAt / 1_000),
    });
    if (tightest.remaining < 0) throw tooManyRequests();
  },
});
