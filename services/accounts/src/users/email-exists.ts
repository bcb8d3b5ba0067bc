import { isMailable } from '@vidhi/contracts/email-address.ts';
import { forbidden } from '@vidhi/contracts/errors.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { addCounter, type Metrics } from '@vidhi/service-kit/metrics.ts';
import { normaliseEmail } from './user.ts';
import type { UserRepository } from './user-repository.ts';

/** The only response to a list of users: whether this e-mail address belongs to an account. */
export type EmailExists = (query: Readonly<Record<string, unknown>>) => Promise<{ id: 0; email: string }[]>;

/** Returns the address of `filters[email][$eq]=…&fields[0]=email`; throws 403 for any other query. */
function readAddress({ filters, fields, ...others }: Readonly<Record<string, unknown>>): string {
  const names = Array.isArray(fields) ? fields : [fields];
  const isExact =
    Object.keys(others).length === 0 &&
    names.length === 1 &&
    names[0] === 'email' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.keys(filters).join() === 'email';
  const { email } = (isExact ? filters : {}) as { email?: unknown };
  if (typeof email !== 'object' || email === null || Object.keys(email).join() !== '$eq') throw forbidden();
  const { $eq: address } = email as { $eq?: unknown };
  if (typeof address !== 'string') throw forbidden();
  return address;
}

const HOUR_MS = 3_600_000;

interface EmailExistsOptions {
  users: Pick<UserRepository, 'findByEmail'>;
  /** Responds that every address exists; "Email doesn't match our records." is then never shown. */
  emailCheckAlwaysTrue: boolean;
  counters: Pick<AttemptCounters, 'hit'>;
  /** Checks of all clients together within an hour that learn whether an address exists. */
  emailChecksPerHour: number;
  metrics: Metrics;
}

/**
 * Beyond the limit of all clients together, every address exists: the responses reveal nothing then, and people who
 * forgot their password still get their mail. Adds the metric `<prefix>_email_checks_total`.
 */
export function createEmailExists(options: EmailExistsOptions): EmailExists {
  const { users, emailCheckAlwaysTrue, counters, emailChecksPerHour, metrics } = options;
  const checks = { exists: 0, unknown: 0, undisclosed: 0 };
  addCounter(
    metrics,
    'email_checks_total',
    'Checks whether an e-mail address belongs to an account, by result',
    ['result'],
    () => Object.entries(checks).map(([result, value]) => ({ labels: { result }, value })),
  );
  return async (query) => {
    const address = readAddress(query);
    const email = normaliseEmail(address);
    // Both in every case, so that a known address takes as long as an unknown one.
    const [found, { count }] = await Promise.all([
      users.findByEmail(email),
      counters.hit('exists-all', HOUR_MS),
    ]);
    const isDisclosed = !emailCheckAlwaysTrue && count <= emailChecksPerHour;
    const exists = isDisclosed ? found !== null : isMailable(email);
    if (!isDisclosed) checks.undisclosed += 1;
    else if (exists) checks.exists += 1;
    else checks.unknown += 1;
    return exists ? [{ id: 0, email: address }] : [];
  };
}
