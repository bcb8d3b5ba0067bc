import { WireError } from '@vidhi/contracts/errors.ts';
import type { MailRequestResponse } from '@vidhi/contracts/mail-requests.ts';
import { ROLE, ROLE_NAMES, type RoleId } from '@vidhi/contracts/roles.ts';
import type { LinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import type { User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { openRequests, type MailRequest } from './mail-request.ts';

/**
 * Resolves with recipient, texts and link of a mail at the moment of sending; with null when it must not be sent any more.
 * Rejects with 425 while it is too early to send it.
 */
export type ResolveMailRequest = (requestId: string) => Promise<MailRequestResponse | null>;

/** Resolves with the directory profile of an account; null without one. */
export type FindProfileOf = (userId: number) => Promise<{ id: number; title: string } | null>;

/** A form writes the profile right after the account; the notice to staff waits so long for it, to name it. */
const PROFILE_WAIT_MS = 60_000;

interface ResolveDependencies {
  users: Pick<UserRepository, 'findByMailRequest'>;
  tokens: LinkTokens;
  publicUrl: URL;
  /** Absent on a site without profiles. */
  findProfileOf?: FindProfileOf | undefined;
  now?: () => Date;
}

const nameOf = ({ first_name, last_name }: User): string | null =>
  [first_name, last_name].filter((part) => part !== null).join(' ') || null;

const roleName = (role: number): string => ROLE_NAMES[role as RoleId] ?? '';

/** Texts of the template. Contact data of a new account go to the site's own address only. */
function valuesOf(user: User, { template, requestedAt }: MailRequest): MailRequestResponse['values'] {
  const { id, first_name, last_name, email, mobile, role, createdAt, updatedAt } = user;
  if (template === 'registration-notice')
    return { id, first_name, last_name, email, mobile, role: roleName(role), registeredAt: createdAt };
  if (template === 'email-changed-notice' || template === 'password-changed-notice')
    return { first_name, last_name, changedAt: updatedAt };
  if (template === 'second-step-notice')
    return { first_name, last_name, state: user.secondStep ? 'on' : 'off', changedAt: requestedAt };
  if (template === 'email-change-requested-notice') return { first_name, last_name, requestedAt };
  if (template === 'staff-invitation') return { first_name, last_name, role: roleName(role) };
  return { first_name, last_name };
}

/**
 * Pages that the links lead to, before the token, by template. Each of them has a button that sends it: programs that check
 * the links of a mail open them.
 */
const LINK_PAGES: Partial<Record<MailRequest['template'], string>> = {
  'email-confirmation': '/confirm-email?confirmation=',
  'password-reset': '/reset-password?code=',
  'email-change-confirmation': '/confirm-email-change?confirmation=',
  'email-change-requested-notice': '/stop-email-change?stop=',
  'staff-invitation': '/reset-password?invited=1&code=',
};

export function createResolveMailRequest(dependencies: ResolveDependencies): ResolveMailRequest {
  const { users, tokens, publicUrl, now = () => new Date() } = dependencies;
  const { findProfileOf } = dependencies;

  /** The profile in the notice to staff, who have to look at it. */
  async function profileValues(
    user: User,
    { template, requestedAt }: MailRequest,
  ): Promise<MailRequestResponse['values']> {
    if (template !== 'registration-notice' || (user.role !== ROLE.lawyer && user.role !== ROLE.firm))
      return {};
    if (findProfileOf === undefined) return {};
    const profile = await findProfileOf(user.id);
    if (profile !== null) return { profile: profile.title, profileId: profile.id };
    if (now().getTime() - new Date(requestedAt).getTime() < PROFILE_WAIT_MS)
      throw new WireError(425, 'TooEarlyError', 'The profile of this account is not written yet');
    return {};
  }

  function linkOf(template: MailRequest['template'], token: string | null): string | null {
    const page = LINK_PAGES[template];
    return token === null || page === undefined ? null : new URL(`${page}${token}`, publicUrl).href;
  }

  return async (requestId) => {
    const user = await users.findByMailRequest(requestId);
    if (user === null) return null;
    const request = openRequests(user, now()).find((open) => open.requestId === requestId);
    if (request === undefined || (user.blocked && request.tokenHash !== null)) return null;
    const token = request.tokenHash === null ? null : tokens.findToken(requestId, request.tokenHash);
    // The secret has changed since: the link would not work.
    if (request.tokenHash !== null && token === null) return null;
    return {
      template: request.template,
      to: request.email === null ? null : { address: request.email, name: nameOf(user) },
      values: { ...valuesOf(user, request), ...(await profileValues(user, request)) },
      link: linkOf(request.template, token),
    };
  };
}
