import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';

/** State of a limit after an attempt, for response headers. */
export interface Admission {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Time at which further attempts are allowed, in milliseconds since the Unix epoch. */
  resetAt: number;
}

export interface LoginThrottle {
  /** Counts an attempt against its address and network. */
  admitAddress(ip: string): Promise<Admission>;
  /** Counts an attempt against its login name. */
  admitName(key: string, ip: string): Promise<Admission>;
  /** Counts the attempt under another name of the same account too. */
  countName(key: string): Promise<void>;
  /** Must be called after a correct password: uncounts its attempt, and resets the failures of these names. */
  succeeded(ip: string, ...keys: string[]): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Failures without delay. Beyond them each IP address has one attempt per increasing delay, so that guesses
 * of others do not lock out the owner; beyond `sharedFrom` all addresses share one such attempt, which bounds
 * guessing from many addresses.
 */
const ACCOUNT = { limit: 5, sharedFrom: 100, windowMs: 15 * MINUTE_MS, longestWaitMs: MINUTE_MS };
const ADDRESS = { limit: 20, windowMs: 5 * MINUTE_MS };
const NETWORK = { limit: 100, windowMs: 5 * MINUTE_MS };

const waitAfter = (failures: number): number =>
  Math.min(ACCOUNT.longestWaitMs, 1_000 * 2 ** Math.min(16, failures - ACCOUNT.limit));

const nameKey = (key: string): string => `name:${key}`;
const sharedPermitKey = (key: string): string => `permit:${key}`;
const permitKey = (key: string, address: string): string => `permit:${key}:${address}`;

const tighter = (a: Admission, b: Admission): Admission => {
  if (a.allowed !== b.allowed) return a.allowed ? b : a;
  return b.remaining < a.remaining ? b : a;
};

/**
 * Throttles password guessing without lock-out: a name has five failures without delay and then one attempt
 * per increasing delay and IP address; an address and its network have budgets of failures.
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
      const [byAddress, byNetwork] = await Promise.all([admit(address, ADDRESS), admit(network, NETWORK)]);
      return tighter(byAddress, byNetwork);
    },
    async admitName(key, ip) {
      const { limit, sharedFrom, windowMs } = ACCOUNT;
      const { count, endsAt } = await counters.hit(nameKey(key), windowMs);
      if (count <= limit) return { allowed: true, limit, remaining: limit - count, resetAt: endsAt };
      const permit = count > sharedFrom ? sharedPermitKey(key) : permitKey(key, clientNetwork(ip).address);
      const { taken, nextAt } = await counters.takePermit(permit, waitAfter(count));
      // A rejected attempt is not a failure, and must not increase the delay.
      if (!taken) await counters.release(nameKey(key));
      return { allowed: taken, limit, remaining: 0, resetAt: nextAt };
    },
    async countName(key) {
      await counters.hit(nameKey(key), ACCOUNT.windowMs);
    },
    async succeeded(ip, ...keys) {
      const [address, network] = addressKeys(ip);
      const client = clientNetwork(ip).address;
      await Promise.all([
        counters.release(address),
        counters.release(network),
        counters.forget(
          ...keys.flatMap((key) => [nameKey(key), sharedPermitKey(key), permitKey(key, client)]),
        ),
      ]);
    },
  };
}
