import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
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
  subscribe: [
    { name: 'subscribe', max: 5, windowMs: MINUTE_MS },
    { name: 'subscribe-day', max: 50, windowMs: DAY_MS },
  ],
} as const satisfies Record<string, readonly Limit[]>;

export interface RequestLimits {
  /** Counts a request; throws 429 beyond a limit. Sets `x-ratelimit-*` of the tightest limit. */
  admit(call: keyof typeof CALLS, request: Pick<FastifyRequest, 'ip'>, reply: FastifyReply): Promise<void>;
}

export const createRequestLimits = (counters: Pick<AttemptCounters, 'hit'>): RequestLimits => ({
  async admit(call, { ip }, reply) {
    const { address } = clientNetwork(ip);
    const counted = await Promise.all(
      CALLS[call].map(async ({ name, max, windowMs }) => {
        const { count, endsAt } = await counters.hit(`${name}:${address}`, windowMs);
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
