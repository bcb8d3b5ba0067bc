import type { AttemptCounters } from './attempt-counters.ts';
import { clientNetwork } from './client-address.ts';

/** What one limit says to one attempt, for the headers of the answer. */
export interface Admission {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When more is allowed, in milliseconds since 1970. */
  resetAt: number;
}

export interface LoginThrottle {
  /** Counts an attempt against its address and network. */
  admitAddress(ip: string): Promise<Admission>;
  /** Counts an attempt against the account that it names. */
  admitAccount(account: string): Promise<Admission>;
  /** A right password: its attempt is no longer counted, and the account's failures are forgotten. */
  succeeded(ip: string, account: string): Promise<void>;
}

const MINUTE_MS = 60_000;

/** Failures that cost nothing but being counted; beyond them the account makes the next one wait. */
const ACCOUNT = { limit: 5, windowMs: 15 * MINUTE_MS, longestWaitMs: MINUTE_MS };
const ADDRESS = { limit: 20, windowMs: 5 * MINUTE_MS };
const NETWORK = { limit: 100, windowMs: 5 * MINUTE_MS };

const waitAfter = (failures: number): number =>
  Math.min(ACCOUNT.longestWaitMs, 1_000 * 2 ** Math.min(16, failures - ACCOUNT.limit));

const accountKey = (account: string): string => `account:${account}`;
const turnKey = (account: string): string => `turn:${account}`;

const tighter = (a: Admission, b: Admission): Admission => {
  if (a.allowed !== b.allowed) return a.allowed ? b : a;
  return b.remaining < a.remaining ? b : a;
};

/**
 * Slows guessing down without locking anybody out: an account answers five wrong passwords at once and then
 * one attempt per growing wait; an address and its network have budgets of failures.
 */
export function createLoginThrottle(counters: AttemptCounters): LoginThrottle {
  async function admit(key: string, { limit, windowMs }: typeof ADDRESS): Promise<Admission> {
    const { count, endsAt } = await counters.hit(key, windowMs);
    return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetAt: endsAt };
  }

  const addressKeys = (ip: string): [string, string] => {
    const { address, network } = clientNetwork(ip);
    return [`address:${address}`, `network:${network}`];
  };

  return {
    async admitAddress(ip) {
      const [address, network] = addressKeys(ip);
      return tighter(await admit(address, ADDRESS), await admit(network, NETWORK));
    },
    async admitAccount(account) {
      const { limit, windowMs } = ACCOUNT;
      const { count, endsAt } = await counters.hit(accountKey(account), windowMs);
      if (count <= limit) return { allowed: true, limit, remaining: limit - count, resetAt: endsAt };
      const { taken, nextAt } = await counters.takeTurn(turnKey(account), waitAfter(count));
      // An attempt that nobody looked at is no failure, and must not make the wait grow.
      if (!taken) await counters.release(accountKey(account));
      return { allowed: taken, limit, remaining: 0, resetAt: nextAt };
    },
    async succeeded(ip, account) {
      const [address, network] = addressKeys(ip);
      await Promise.all([
        counters.release(address),
        counters.release(network),
        counters.forget(accountKey(account), turnKey(account)),
      ]);
    },
  };
}
