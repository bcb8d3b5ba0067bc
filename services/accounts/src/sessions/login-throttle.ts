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

/** State of the budgets of an address and its network. */
export interface AddressAdmission extends Admission {
  /** Slow lane of an attempt that is not allowed: of the network, if its budget is used up, or of the address. */
  lane: string;
}

export interface LoginThrottle {
  /** Counts an attempt against its address and, within the budget of that, its network. */
  admitAddress(ip: string): Promise<AddressAdmission>;
  /** Counts an attempt against its login name. */
  admitName(key: string, ip: string): Promise<Admission>;
  /** Counts an attempt for an account by a client that has logged in to it before, apart from those of all others. */
  admitKnown(key: string): Promise<Admission>;
  /** Counts an attempt of a device for the reserved share of the password workers; false beyond its budget. */
  mayUseReserved(device: string): Promise<boolean>;
  /** Must be called after a correct password of a known client: resets its own failures only. */
  succeededKnown(key: string): Promise<void>;
  /** Counts the attempt under another name of the same account too. */
  countName(key: string): Promise<void>;
  /** Must be called after a correct password: uncounts its attempt, and resets the failures of these names. */
  succeeded(ip: string, ...keys: string[]): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Failures without delay. After these, each IP address has one attempt per delay, and the delay grows. Guesses from
 * other addresses do not lock out the owner; beyond `sharedFrom` all addresses share one such attempt, which bounds
 * guessing from many addresses.
 */
const ACCOUNT = { limit: 5, sharedFrom: 100, windowMs: 15 * MINUTE_MS, longestWaitMs: MINUTE_MS };
const ADDRESS = { limit: 20, windowMs: 5 * MINUTE_MS };
/** Many times what one person needs; otherwise devices of accounts made for it would take the share of all. */
const RESERVED = { limit: 60, windowMs: MINUTE_MS };
const NETWORK = { limit: 100, windowMs: 5 * MINUTE_MS };

const waitAfter = (failures: number): number =>
  Math.min(ACCOUNT.longestWaitMs, 1_000 * 2 ** Math.min(16, failures - ACCOUNT.limit));

const nameKey = (key: string): string => `name:${key}`;
const sharedPermitKey = (key: string): string => `permit:${key}`;
const knownKey = (key: string): string => `known:${key}`;
const knownPermitKey = (key: string): string => `known-permit:${key}`;
const permitKey = (key: string, address: string): string => `permit:${key}:${address}`;

/**
 * Throttles password guessing without lock-out: a name has five failures without delay and then one attempt
 * per increasing delay and IP address; an address and its network have budgets of failures. Clients that have logged in to
 * the account before have five failures and such delays of their own, whatever others do.
 */
export function createLoginThrottle(counters: AttemptCounters): LoginThrottle {
  async function admit(key: string, { limit, windowMs }: typeof ADDRESS): Promise<Admission> {
    const { count, endsAt } = await counters.hit(key, windowMs);
    return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetAt: endsAt };
  }

  /** Admits five failures at once, and then one attempt per increasing delay for each permit. */
  async function admitFailure(key: string, permitOf: (count: number) => string): Promise<Admission> {
    const { limit, windowMs } = ACCOUNT;
    const { count, endsAt } = await counters.hit(key, windowMs);
    if (count <= limit) return { allowed: true, limit, remaining: limit - count, resetAt: endsAt };
    const { taken, nextAt } = await counters.takePermit(permitOf(count), waitAfter(count));
    // A rejected attempt is not a failure, and must not increase the delay.
    if (!taken) await counters.release(key);
    return { allowed: taken, limit, remaining: 0, resetAt: nextAt };
  }

  const addressKeys = (ip: string): [string, string] => {
    const { address, network } = clientNetwork(ip);
    return [`address:${address}`, `network:${network}`];
  };

  return {
    async admitAddress(ip) {
      const { address } = clientNetwork(ip);
      const [addressKey, networkKey] = addressKeys(ip);
      const byAddress = await admit(addressKey, ADDRESS);
      const byNetwork = await admit(networkKey, NETWORK);
      // One address beyond its own budget must not use up that of its neighbours.
      if (!byAddress.allowed) await counters.release(networkKey);
      const lane = byNetwork.allowed ? address : networkKey;
      const tightest =
        byAddress.allowed && (!byNetwork.allowed || byNetwork.remaining < byAddress.remaining)
          ? byNetwork
          : byAddress;
      return { ...tightest, lane };
    },
    admitName: (key, ip) =>
      admitFailure(nameKey(key), (count) =>
        count > ACCOUNT.sharedFrom ? sharedPermitKey(key) : permitKey(key, clientNetwork(ip).address),
      ),
    admitKnown: (key) => admitFailure(knownKey(key), () => knownPermitKey(key)),
    async mayUseReserved(device) {
      return (await admit(`reserved:${device}`, RESERVED)).allowed;
    },
    async succeededKnown(key) {
      await counters.forget(knownKey(key), knownPermitKey(key));
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
