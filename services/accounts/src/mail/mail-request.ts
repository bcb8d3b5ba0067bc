import type { MailTemplate } from '@vidhi/contracts/events.ts';
import type { UserDocument } from '../users/user-collection.ts';

/** A requested mail, and the token in its link. A link of an earlier token version than the account's is void. */
export type MailRequest = NonNullable<UserDocument['mailRequests']>[number] & { tokenVersion: number };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface TemplateRules {
  lifeMs: number;
  hasLink: boolean;
}

export const TEMPLATE_RULES: Readonly<Record<MailTemplate, TemplateRules>> = {
  'registration-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
  'email-confirmation': { lifeMs: DAY_MS, hasLink: true },
  'password-reset': { lifeMs: 30 * MINUTE_MS, hasLink: true },
  'email-change-confirmation': { lifeMs: DAY_MS, hasLink: true },
  'email-change-requested-notice': { lifeMs: DAY_MS, hasLink: true },
  'email-changed-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
  'password-changed-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
  'staff-invitation': { lifeMs: 7 * DAY_MS, hasLink: true },
  'second-step-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
};

/** Longer than any request is valid. */
export const REQUEST_RETENTION_MS = 30 * DAY_MS;

/** Maximum number of requests of one account. A further one removes the oldest, whose mail is then not sent. */
const MAX_REQUESTS = 12;

/** Returns whether the mail goes to the address that the account has now, and is void when that changes. */
const goesToOwnAddress = ({ template, email }: MailRequest): boolean =>
  email !== null && template !== 'email-change-confirmation' && template !== 'email-changed-notice';

/**
 * Templates whose links are remembered until they expire, also after their use: a second use says that it is done already,
 * and each link of a notice stops whichever change is pending.
 */
const REMEMBERED: ReadonlySet<MailTemplate> = new Set([
  'email-confirmation',
  'email-change-confirmation',
  'email-change-requested-notice',
]);

interface Owner {
  email: string | null;
  confirmed: boolean;
  tokenVersion: number;
  mailRequests: readonly MailRequest[];
}

const isUnexpired = ({ expiresAt }: MailRequest, at: Date): boolean => new Date(expiresAt) > at;

const isOpen = ({ email, confirmed, tokenVersion }: Owner, request: MailRequest, at: Date): boolean =>
  isUnexpired(request, at) &&
  request.isSpent === undefined &&
  (request.tokenHash === null || request.tokenVersion === tokenVersion) &&
  !(goesToOwnAddress(request) && request.email !== email) &&
  !(confirmed && request.template === 'email-confirmation');

const isRemembered = ({ email }: Owner, request: MailRequest, at: Date): boolean =>
  REMEMBERED.has(request.template) && email !== null && request.email === email && isUnexpired(request, at);

/** Returns the requests whose mails may still be sent and whose tokens may still be used. */
export const openRequests = (owner: Owner, at: Date): MailRequest[] =>
  owner.mailRequests.filter((request) => isOpen(owner, request, at)).slice(-MAX_REQUESTS);

/** Returns the open request of this template; there is one at the most where it has a link. */
export const requestOf = (user: Owner, template: MailTemplate, at: Date): MailRequest | null =>
  openRequests(user, at).findLast((request) => request.template === template) ?? null;

/** Returns the link of this template with this token, spent or not, which was mailed to the address that the account has. */
export const rememberedRequest = (
  user: Owner,
  template: MailTemplate,
  tokenHash: string,
  at: Date,
): MailRequest | null =>
  user.mailRequests.find(
    (request) =>
      request.template === template && request.tokenHash === tokenHash && isRemembered(user, request, at),
  ) ?? null;

/** Returns the requests that an account stores: those that are open, and remembered links. */
export function storedRequests(owner: Owner, at: Date): MailRequest[] {
  const open = new Set(openRequests(owner, at));
  const closed = owner.mailRequests.filter(
    (request) => !open.has(request) && isRemembered(owner, request, at),
  );
  const stored = new Set([...open, ...closed.slice(-MAX_REQUESTS)]);
  return owner.mailRequests.filter((request) => stored.has(request));
}

/** Returns the requests after those of these templates have ended: their tokens are spent. */
export const spendRequests = (
  requests: readonly MailRequest[],
  ...templates: MailTemplate[]
): MailRequest[] =>
  requests.flatMap((request): MailRequest[] => {
    if (!templates.includes(request.template)) return [request];
    return REMEMBERED.has(request.template) ? [{ ...request, isSpent: true }] : [];
  });
