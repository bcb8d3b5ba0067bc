import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import { mailboxKey } from '@vidhi/contracts/mailbox.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import type { KnownClient } from '../devices/known-clients.ts';
import { loginNameKey, spellingKey } from '../sessions/login-name.ts';
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
  /**
   * Once strangers have used up those per account and mailbox: one request of the account, as it is spelled, in each
   * such period, which a request within the limits begins, too. For accounts with a confirmed address only: invented
   * accounts cannot be used to send mails to somebody.
   */
  reserve?: Pick<Limit, 'name' | 'windowMs'>;
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
    reserve: { name: 'forgot-reserve', windowMs: 2 * HOUR_MS },
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
  /**
   * Counted by account id: each call has a code of the second step. Somebody who knows the password has thirty guesses a day
   * among a million codes, of which three are right.
   */
  secondStep: {
    perAddress: [limit('second-step', 20, 5 * MINUTE_MS)],
    perAccount: [limit('second-step-account', 10, HOUR_MS), limit('second-step-account-day', 30, DAY_MS)],
    perKnownClient: [
      limit('second-step-known', 10, 15 * MINUTE_MS),
      limit('second-step-known-day', 60, DAY_MS),
    ],
  },
  /** Counted by account id: each call mails the present address, and the new one. */
  changeEmail: {
    perAddress: [],
    perAccount: [limit('change-email', 5, DAY_MS)],
    perRecipient: [limit('change-email-mailbox', 3, HOUR_MS), limit('change-email-mailbox-day', 5, DAY_MS)],
  },
  /** Counted by account id: each change mails its address. */
  changePassword: { perAddress: [], perAccount: [limit('change-password', 10, DAY_MS)] },
  /**
   * Notices to an address that nobody has confirmed: a stranger may have made several accounts for one mailbox, each
   * with another tag. Together they cause no more mails to it than this.
   */
  noticeToUnconfirmed: { perAddress: [], perRecipient: [limit('notice-mailbox', 10, DAY_MS)] },
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

/** Ground on which a request was admitted: within its limits, or from the reserve of the account that it names. */
export type Admission = 'limits' | 'reserve';

type Admit<Result> = (
  call: LimitedCall,
  request: Pick<FastifyRequest, 'ip'>,
  reply: FastifyReply,
  account?: string | null,
  recipient?: string,
  known?: KnownClient | null,
) => Promise<Result>;

export interface RequestLimits {
  /**
   * Counts a request; throws 429 beyond a limit. Sets `x-ratelimit-*` of the tightest one.
   * @param account what the request names: an e-mail address or an id
   * @param recipient the e-mail address that it mails
   * @param known the client, if it has logged in to the account before
   */
  admit: Admit<void>;
  /** The same, with the reserve of the account. The response must not tell which of them has admitted a request. */
  admitWithReserve: Admit<Admission>;
  /** Uncounts a request that named the right password or code. */
  succeeded(
    call: LimitedCall,
    request: Pick<FastifyRequest, 'ip'>,
    account: string,
    known?: KnownClient | null,
  ): Promise<void>;
}

interface Counted {
  account?: string | null | undefined;
  recipient?: string | undefined;
  known?: KnownClient | null | undefined;
}

interface Counter {
  key: string;
  rule: Limit;
}

export function createRequestLimits(counters: AttemptCounters): RequestLimits {
  /** Returns the counters of the client, and those that it shares with everybody who names the account or the mailbox. */
  function countersOf(
    call: LimitedCall,
    ip: string,
    { account, recipient, known = null }: Counted,
  ): { own: Counter[]; shared: Counter[] } {
    const { perAddress, perAccount = [], perRecipient = [], perKnownClient }: CallLimits = CALLS[call];
    const { address } = clientNetwork(ip);
    const ofAddress = perAddress.map((rule) => ({ key: `${rule.name}:${address}`, rule }));
    if (known !== null && perKnownClient !== undefined) {
      const ofClient = perKnownClient.map((rule) => ({ key: `${rule.name}:${known.key}`, rule }));
      return { own: [...(known.kind === 'device' ? [] : ofAddress), ...ofClient], shared: [] };
    }
    const shared = [
      ...(account === undefined || account === null
        ? []
        : perAccount.map((rule) => ({ key: `${rule.name}:${loginNameKey(account)}`, rule }))),
      ...(recipient === undefined
        ? []
        : perRecipient.map((rule) => ({ key: `${rule.name}:${loginNameKey(mailboxKey(recipient))}`, rule }))),
    ];
    return { own: ofAddress, shared };
  }

  /** Counts a request; the tightest limit first. */
  async function hit(counted: readonly Counter[]) {
    const found = await Promise.all(
      counted.map(async ({ key, rule: { max, windowMs } }) => {
        const { count, endsAt } = await counters.hit(key, windowMs);
        return { allowed: count <= max, limit: max, remaining: Math.max(0, max - count), resetAt: endsAt };
      }),
    );
    return found.toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining);
  }

  const admitWithReserve: RequestLimits['admitWithReserve'] = async (
    call,
    { ip },
    reply,
    account,
    recipient,
    known,
  ) => {
    const { reserve }: CallLimits = CALLS[call];
    const { own, shared } = countersOf(call, ip, { account, recipient, known });
    const takeReserve = async (): Promise<boolean> => {
      if (reserve === undefined || typeof account !== 'string' || shared.length === 0) return false;
      return (await counters.takePermit(`${reserve.name}:${spellingKey(account)}`, reserve.windowMs)).taken;
    };
    // A client beyond its own limits takes nothing from others.
    const [first] = await hit(own);
    const [second] = first?.allowed === false ? [] : await hit(shared);
    const isAdmitted = first?.allowed !== false && second?.allowed !== false;
    const hasReserve = first?.allowed !== false && (await takeReserve());
    const [tightest] = [first, second]
      .filter((one) => one !== undefined)
      .toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || a.remaining - b.remaining);
    // The response has the headers of the limits that were counted first, unless these reject it.
    if (tightest !== undefined && (!tightest.allowed || CALLS[call].perAddress.length > 0))
      setLimitHeaders(reply, tightest);
    if (isAdmitted) return 'limits';
    if (hasReserve) return 'reserve';
    throw tooManyRequests();
  };

  return {
    admitWithReserve,
    async admit(...request) {
      if ((await admitWithReserve(...request)) === 'reserve') throw tooManyRequests();
    },
    async succeeded(call, { ip }, account, known) {
      const { own, shared } = countersOf(call, ip, { account, known });
      await Promise.all([...own, ...shared].map(({ key }) => counters.release(key)));
    },
  };
}
