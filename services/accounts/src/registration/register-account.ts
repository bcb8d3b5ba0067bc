import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordProblem } from '../passwords/password-rules.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import type { UserEvents } from '../users/user-events.ts';
import { LOCAL_PROVIDER, type Consent, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Registrant } from './registrant.ts';

/** Reason for which a registration was rejected. */
export type RegistrationProblem =
  | { kind: 'email-taken' }
  | { kind: 'username-taken' }
  | { kind: 'attributes'; problems: { path: string[]; message: string }[] };

/** @param admit called before an account is created, which is mailed; rejects when its mailbox has too many */
export type RegisterAccount = (
  registrant: Registrant,
  ticketId: string | null,
  admit: () => Promise<void>,
) => Promise<{ user: User } | RegistrationProblem>;

interface RegisterDependencies {
  users: UserRepository;
  hasher: Pick<PasswordHasher, 'hash'>;
  userEvents: UserEvents;
  requestMail: RequestMail;
  passwordProblem: PasswordProblem;
  /** Version of the legal agreement that registrants accept now. */
  agreementVersion: string;
  now?: () => Date;
}

const MIN_USERNAME_CHARS = 3;
/** Number of attempts with further ids, as an import may have used the next ones meanwhile. */
const MAX_TRIES = 5;

/**
 * Creates an account and requests its two mails, the confirmation and the site's notice, in one write: no crash leaves
 * one without the other.
 */
export function createRegisterAccount(dependencies: RegisterDependencies): RegisterAccount {
  const { users, hasher, userEvents, requestMail, passwordProblem, agreementVersion } = dependencies;
  const { now = () => new Date() } = dependencies;

  async function findTaken({ email, username }: Registrant): Promise<RegistrationProblem | null> {
    const [byEmail, emailAsName, byUsername, nameAsEmail] = await Promise.all([
      users.findByEmail(email),
      users.findByUsername(email),
      users.findByUsername(username),
      users.findByEmail(username.toLowerCase()),
    ]);
    if (byEmail !== null || emailAsName !== null) return { kind: 'email-taken' };
    return byUsername !== null || nameAsEmail !== null ? { kind: 'username-taken' } : null;
  }

  function findProblems({ username, password, role, formProblems }: Registrant) {
    const passwordMessage = passwordProblem(password, role);
    const problems = [
      ...(username.trim().length < MIN_USERNAME_CHARS
        ? [{ path: ['username'], message: `username must be at least ${MIN_USERNAME_CHARS} characters` }]
        : []),
      ...(passwordMessage === null ? [] : [{ path: ['password'], message: passwordMessage }]),
    ];
    return problems.length > 0 ? problems : [...formProblems];
  }

  const consentsOf = ({ acceptsAgreement, isAdult }: Registrant, at: Date): Consent[] => {
    const receipt = { version: agreementVersion, at: at.toISOString() };
    return [
      ...(acceptsAgreement ? [{ purpose: 'legal-agreement' as const, ...receipt }] : []),
      ...(isAdult ? [{ purpose: 'adult' as const, ...receipt }] : []),
    ];
  };

  async function write(registrant: Registrant, ticketId: string | null): Promise<User | null> {
    const { email, username, password, first_name, last_name, mobile, role } = registrant;
    const passwordHash = await hasher.hash(password);
    const at = now();
    const account: User = {
      id: await users.nextId(),
      username: username.trim(),
      email,
      provider: LOCAL_PROVIDER,
      confirmed: false,
      blocked: false,
      first_name,
      last_name,
      mobile,
      role,
      passwordHash,
      tokenVersion: 0,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      rev: await users.firstRevision(),
      edited: true,
      importHash: null,
      mailRequests: [],
      registration: ticketId === null ? null : { ticketId, hasChangedRole: false },
      consents: consentsOf(registrant, at),
    };
    const confirmed = requestMail(account, { template: 'email-confirmation', email, at });
    const { user, event } = requestMail(confirmed.user, { template: 'registration-notice', email: null, at });
    const written = await users.insert(user, userEvents.registered(user, at), confirmed.event, event);
    return written === 'written' ? user : null;
  }

  return async (registrant, ticketId, admit) => {
    for (let tries = 0; ; tries += 1) {
      const taken = await findTaken(registrant);
      if (taken !== null) return taken;
      const problems = findProblems(registrant);
      if (problems.length > 0) return { kind: 'attributes', problems };
      if (tries === 0) await admit();
      failPoint('accounts.registration-received');
      const user = await write(registrant, ticketId);
      if (user !== null) return { user };
      // Somebody was faster: with this e-mail address or username, which the next try reports, or with this id.
      if (tries === MAX_TRIES) return { kind: 'email-taken' };
    }
  };
}
