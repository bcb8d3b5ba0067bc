import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import { loginNameKey } from '../sessions/login-name.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { setLimitHeaders } from './limit-headers.ts';

interface Limit {
  /** Begins the keys of its counters. */
  name: string;
  max: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Limits of a call: per client address, and per account that it names, whether or not that account exists. */
interface CallLimits {
  perAddress: readonly Limit[];
  perAccount?: readonly Limit[];
}

const limit = (name: string, max: number, windowMs: number): Limit => ({ name, max, windowMs });

const CALLS = {
  register: { perAddress: [limit('register', 10, MINUTE_MS), limit('register-day', 200, DAY_MS)] },
  emailExists: { perAddress: [limit('exists', 10, MINUTE_MS), limit('exists-day', 60, DAY_MS)] },
  forgotPassword: {
    perAddress: [limit('forgot', 20, HOUR_MS)],
    perAccount: [limit('forgot-account', 5, HOUR_MS)],
  },
  resetPassword: { perAddress: [limit('reset', 20, HOUR_MS)] },
  sendConfirmation: {
    perAddress: [limit('confirmation', 20, HOUR_MS)],
    perAccount: [limit('confirmation-account', 5, HOUR_MS)],
  },
  useLink: { perAddress: [limit('link', 60, HOUR_MS)] },
  /** Counted by account id: each call names the current password. */
  checkPassword: {
    perAddress: [limit('check', 20, 5 * MINUTE_MS)],
    perAccount: [limit('check-account', 5, 15 * MINUTE_MS)],
  },
  subscribe: { perAddress: [limit('subscribe', 5, MINUTE_MS)] },
} as const satisfies Record<string, CallLimits>;

type LimitedCall = keyof typeof CALLS;

export interface RequestLimits {
  /**
   * Counts a request; throws 429 beyond a limit. Sets `x-ratelimit-*` of the tightest one.
   * @param account what the request names: an e-mail address or an id
   */
  admit(
    call: LimitedCall,
    request: Pick<FastifyRequest, 'ip'>,
    reply: FastifyReply,
    account?: string,
  ): Promise<void>;
  /** Uncounts a request that named the right password. */
  succeeded(call: LimitedCall, request: Pick<FastifyRequest, 'ip'>, account: string): Promise<void>;
}

export function createRequestLimits(counters: AttemptCounters): RequestLimits {
  function keysOf(
    call: LimitedCall,
    ip: string,
    account: string | undefined,
  ): { key: string; rule: Limit }[] {
    const { perAddress, perAccount = [] }: CallLimits = CALLS[call];
    const { address } = clientNetwork(ip);
    return [
      ...perAddress.map((rule) => ({ key: `${rule.name}:${address}`, rule })),
      ...(account === undefined
        ? []
        : perAccount.map((rule) => ({ key: `${rule.name}:${loginNameKey(account)}`, rule }))),
    ];
  }

  return {
    async admit(call, { ip }, reply, account) {
      const counted = await Promise.all(
        keysOf(call, ip, account).map(async ({ key, rule: { max, windowMs } }) => {
          const { count, endsAt } = await counters.hit(key, windowMs);
          return { allowed: count <= max, limit: max, remaining: Math.max(0, max - count), resetAt: endsAt };
        }),
      );
      const [tightest] = counted.toSorted(
        (a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining,
      );
      if (tightest === undefined) return;
      setLimitHeaders(reply, tightest);
      if (!tightest.allowed) throw tooManyRequests();
    },
    async succeeded(call, { ip }, account) {
      await Promise.all(keysOf(call, ip, account).map(({ key }) => counters.release(key)));
    },
  };
}
