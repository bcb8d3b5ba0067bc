import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import { mailboxKey } from '@vidhi/contracts/mailbox.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import type { KnownClient } from '../devices/known-clients.ts';
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

/**
 * Limits of a call: per client address; per account that it names, whether or not that account exists; and per mailbox that
 * it mails, over all clients and accounts.
 */
interface CallLimits {
  perAddress: readonly Limit[];
  perAccount?: readonly Limit[];
  perRecipient?: readonly Limit[];
  /**
   * Per client that has logged in to the account before, in place of those per account and mailbox: requests of strangers
   * use up nothing of the owner's. A device is not limited with its address, either.
   */
  perKnownClient?: readonly Limit[];
}

const limit = (name: string, max: number, windowMs: number): Limit => ({ name, max, windowMs });

const CALLS = {
  register: { perAddress: [limit('register', 10, MINUTE_MS), limit('register-day', 200, DAY_MS)] },
  /** Each account is mailed a link. */
  createAccount: { perAddress: [], perRecipient: [limit('create-account-mailbox', 5, DAY_MS)] },
  emailExists: { perAddress: [limit('exists', 10, MINUTE_MS), limit('exists-day', 60, DAY_MS)] },
  forgotPassword: {
    perAddress: [limit('forgot', 20, HOUR_MS)],
    perAccount: [limit('forgot-account', 5, HOUR_MS)],
    perRecipient: [limit('forgot-mailbox', 5, HOUR_MS), limit('forgot-mailbox-day', 20, DAY_MS)],
    perKnownClient: [limit('forgot-known', 5, HOUR_MS), limit('forgot-known-day', 10, DAY_MS)],
  },
  resetPassword: { perAddress: [limit('reset', 20, HOUR_MS)] },
  sendConfirmation: {
    perAddress: [limit('confirmation', 20, HOUR_MS)],
    perAccount: [limit('confirmation-account', 5, HOUR_MS)],
    perRecipient: [limit('confirmation-mailbox', 5, HOUR_MS), limit('confirmation-mailbox-day', 10, DAY_MS)],
    perKnownClient: [limit('confirmation-known', 5, HOUR_MS), limit('confirmation-known-day', 10, DAY_MS)],
  },
  useLink: { perAddress: [limit('link', 60, HOUR_MS)] },
  /** Counted by account id: each call names the current password. */
  checkPassword: {
    perAddress: [limit('check', 20, 5 * MINUTE_MS)],
    perAccount: [limit('check-account', 5, 15 * MINUTE_MS)],
  },
  /** Counted by account id: each call mails the present address, and the new one. */
  changeEmail: {
    perAddress: [],
    perAccount: [limit('change-email', 5, DAY_MS)],
    perRecipient: [limit('change-email-mailbox', 3, HOUR_MS), limit('change-email-mailbox-day', 5, DAY_MS)],
  },
  /** Counted by account id: each change mails its address. */
  changePassword: { perAddress: [], perAccount: [limit('change-password', 10, DAY_MS)] },
  /** Counted by the id of the administrator. */
  inviteStaff: {
    perAddress: [],
    perAccount: [limit('invite-staff', 60, DAY_MS)],
    perRecipient: [limit('invite-staff-mailbox', 5, DAY_MS)],
  },
  subscribe: {
    perAddress: [limit('subscribe', 5, MINUTE_MS)],
    perRecipient: [limit('subscribe-mailbox', 10, DAY_MS)],
  },
} as const satisfies Record<string, CallLimits>;

type LimitedCall = keyof typeof CALLS;

export interface RequestLimits {
  /**
   * Counts a request; throws 429 beyond a limit. Sets `x-ratelimit-*` of the tightest one.
   * @param account what the request names: an e-mail address or an id
   * @param recipient the e-mail address that it mails
   * @param known the client, if it has logged in to the account before
   */
  admit(
    call: LimitedCall,
    request: Pick<FastifyRequest, 'ip'>,
    reply: FastifyReply,
    account?: string | null,
    recipient?: string,
    known?: KnownClient | null,
  ): Promise<void>;
  /** Uncounts a request that named the right password. */
  succeeded(call: LimitedCall, request: Pick<FastifyRequest, 'ip'>, account: string): Promise<void>;
}

interface Counted {
  account?: string | null | undefined;
  recipient?: string | undefined;
  known?: KnownClient | null | undefined;
}

export function createRequestLimits(counters: AttemptCounters): RequestLimits {
  function keysOf(
    call: LimitedCall,
    ip: string,
    { account, recipient, known = null }: Counted,
  ): { key: string; rule: Limit }[] {
    const { perAddress, perAccount = [], perRecipient = [], perKnownClient }: CallLimits = CALLS[call];
    const { address } = clientNetwork(ip);
    const ofAddress = perAddress.map((rule) => ({ key: `${rule.name}:${address}`, rule }));
    if (known !== null && perKnownClient !== undefined)
      return [
        ...(known.kind === 'device' ? [] : ofAddress),
        ...perKnownClient.map((rule) => ({ key: `${rule.name}:${known.key}`, rule })),
      ];
    return [
      ...ofAddress,
      ...(account === undefined || account === null
        ? []
        : perAccount.map((rule) => ({ key: `${rule.name}:${loginNameKey(account)}`, rule }))),
      ...(recipient === undefined
        ? []
        : perRecipient.map((rule) => ({ key: `${rule.name}:${loginNameKey(mailboxKey(recipient))}`, rule }))),
    ];
  }

  return {
    async admit(call, { ip }, reply, account, recipient, known) {
      const counted = await Promise.all(
        keysOf(call, ip, { account, recipient, known }).map(async ({ key, rule: { max, windowMs } }) => {
          const { count, endsAt } = await counters.hit(key, windowMs);
          return { allowed: count <= max, limit: max, remaining: Math.max(0, max - count), resetAt: endsAt };
        }),
      );
      const [tightest] = counted.toSorted(
        (a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining,
      );
      if (tightest === undefined) return;
      // The response has the headers of the limits that were counted first, unless these reject it.
      if (!tightest.allowed || CALLS[call].perAddress.length > 0) setLimitHeaders(reply, tightest);
      if (!tightest.allowed) throw tooManyRequests();
    },
    async succeeded(call, { ip }, account) {
      await Promise.all(keysOf(call, ip, { account }).map(({ key }) => counters.release(key)));
    },
  };
}
