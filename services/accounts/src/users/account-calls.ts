import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { createManageCustomers, type ManageCustomers } from '../customers/manage-customers.ts';
import type { EraseUser } from '../privacy/erase-account.ts';
import { createEmailAddresses, type EmailAddresses } from '../email/confirm-email.ts';
import { createKeyCipher } from '../keys/key-cipher.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import {
  createResolveMailRequest,
  type ResolveMailRequest,
  type FindProfileOf,
} from '../mail/resolve-mail-request.ts';
import { createMailTokens } from '../mail/mail-tokens.ts';
import { createRequestMail } from '../mail/request-mail.ts';
import { createChangePassword, type ChangePassword } from '../passwords/change-password.ts';
import type { IsCommonPassword } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createPasswordProblem } from '../passwords/password-rules.ts';
import {
  createForgotPassword,
  createResetPassword,
  type ForgotPassword,
  type ResetPassword,
} from '../passwords/reset-password.ts';
import { createClaimProfile, type ClaimProfile } from '../profile-claims/claim-profile.ts';
import type { InvitationClient } from '../profile-claims/invitation-client.ts';
import { createRegisterAccount, type RegisterAccount } from '../registration/register-account.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import { createSecondSteps, type SecondSteps } from '../second-step/second-step-calls.ts';
import { createSecondStepTokens } from '../second-step/second-step-tokens.ts';
import type { MayLogIn } from '../sessions/may-log-in.ts';
import { createFirstAdministrator, type FirstAdministrator } from '../staff/first-administrator.ts';
import type { FirstAdministratorLink } from '../staff/first-administrator-link.ts';
import { createManageStaff, type ManageStaff } from '../staff/manage-staff.ts';
import { createEmailExists, type EmailExists } from './email-exists.ts';
import { createUpdateUser, type UpdateUser } from './update-user.ts';
import type { UserEvents } from './user-events.ts';
import type { UserRepository } from './user-repository.ts';

interface AccountCallsOptions {
  users: UserRepository;
  eraseUser: EraseUser;
  firstAdministratorLink: FirstAdministratorLink;
  sessions: Pick<SessionRepository, 'listOf' | 'removeOldest'>;
  hasher: PasswordHasher;
  userEvents: UserEvents;
  keyRing: Pick<KeyRing, 'issue'>;
  mailTopic: TopicLayout;
  mailLinkSecrets: readonly [string, ...string[]];
  mayLogIn: MayLogIn;
  /** Secrets that encrypt second steps: the first seals, the others are read too. */
  secondStepSecrets: readonly [string, ...string[]];
  /** Roles that log in only with a second step. */
  secondStepRoles: readonly number[];
  isCommonPassword: IsCommonPassword;
  minPasswordLength: number;
  agreementVersion: string;
  emailCheckAlwaysTrue: boolean;
  /** Limit of all clients together; see `createEmailExists`. */
  emailChecksPerHour: number;
  counters: AttemptCounters;
  metrics: Metrics;
  /** Responses that must not reveal whether an account exists take this long, or a multiple of it. */
  responseStepMs: number;
  publicUrl: string;
  findProfileOf?: FindProfileOf | undefined;
  /** Invitations to claim profiles, which catalog owns. */
  invitations: InvitationClient;
  now?: () => Date;
}

/** Use cases of account holders. */
export interface AccountCalls {
  registerAccount: RegisterAccount;
  emailExists: EmailExists;
  updateUser: UpdateUser;
  changePassword: ChangePassword;
  forgotPassword: ForgotPassword;
  resetPassword: ResetPassword;
  emailAddresses: EmailAddresses;
  resolveMailRequest: ResolveMailRequest;
  manageStaff: ManageStaff;
  manageCustomers: ManageCustomers;
  firstAdministrator: FirstAdministrator;
  secondSteps: SecondSteps;
  claimProfile: ClaimProfile;
  lookAtInvitation: InvitationClient['look'];
}

export function createAccountCalls(options: AccountCallsOptions): AccountCalls {
  const { mailTopic, mailLinkSecrets, secondStepSecrets } = options;
  const [secret, ...formerSecrets] = secondStepSecrets;
  const cipher = createKeyCipher(secret, formerSecrets, 'vidhi second step encryption');
  const tokens = createMailTokens(...mailLinkSecrets);
  const shared = {
    ...options,
    requestMail: createRequestMail(mailTopic, tokens),
    passwordProblem: createPasswordProblem(options.minPasswordLength, options.isCommonPassword),
  };
  return {
    registerAccount: createRegisterAccount(shared),
    emailExists: createEmailExists(options),
    updateUser: createUpdateUser(shared),
    changePassword: createChangePassword(shared),
    forgotPassword: createForgotPassword(shared),
    resetPassword: createResetPassword(shared),
    emailAddresses: createEmailAddresses(shared),
    manageStaff: createManageStaff(shared),
    manageCustomers: createManageCustomers(shared),
    firstAdministrator: createFirstAdministrator({ ...shared, link: options.firstAdministratorLink }),
    secondSteps: createSecondSteps({
      ...shared,
      cipher,
      tokens: createSecondStepTokens(cipher, options.now),
      requiredRoles: options.secondStepRoles,
      issuer: new URL(options.publicUrl).host,
    }),
    claimProfile: createClaimProfile(shared),
    lookAtInvitation: options.invitations.look,
    resolveMailRequest: createResolveMailRequest({
      ...shared,
      tokens,
      publicUrl: new URL(options.publicUrl),
    }),
  };
}
