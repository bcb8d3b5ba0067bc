import type { MailTemplate } from '@vidhi/contracts/events.ts';

/** A requested mail, and the token in its link. */
export interface MailRequest {
  requestId: string;
  template: MailTemplate;
  /** The recipient at the time of the request; null is the site's contact address. */
  email: string | null;
  /** SHA-256 of the link's token; null for a mail without link. */
  tokenHash: string | null;
  requestedAt: string;
  /** Time after which the link, or a mail without one, is of no use. */
  expiresAt: string;
}

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
  'email-changed-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
  'password-changed-notice': { lifeMs: 7 * DAY_MS, hasLink: false },
};

/** Longer than any request is valid. */
export const REQUEST_RETENTION_MS = 30 * DAY_MS;

/** Maximum number of requests of one account. A further one removes the oldest, whose mail is then not sent. */
const MAX_REQUESTS = 12;

/** Returns whether the mail goes to the address that the account has now, and is void when that changes. */
const goesToOwnAddress = ({ template, email }: MailRequest): boolean =>
  email !== null && template !== 'email-change-confirmation' && template !== 'email-changed-notice';

interface Owner {
  email: string | null;
  confirmed: boolean;
  mailRequests: readonly MailRequest[];
}

/** Returns the requests whose mails may still be sent and whose tokens may still be used. */
export const openRequests = ({ email, confirmed, mailRequests }: Owner, at: Date): MailRequest[] =>
  mailRequests
    .filter(
      (request) =>
        new Date(request.expiresAt) > at &&
        !(goesToOwnAddress(request) && request.email !== email) &&
        !(confirmed && request.template === 'email-confirmation'),
    )
    .slice(-MAX_REQUESTS);

/** Returns the open request of this template; there is one at the most where it has a link. */
export const requestOf = (user: Owner, template: MailTemplate, at: Date): MailRequest | null =>
  openRequests(user, at).findLast((request) => request.template === template) ?? null;

/** Returns the requests without those of a template, whose tokens are thereby spent. */
export const withoutRequests = (
  requests: readonly MailRequest[],
  ...templates: MailTemplate[]
): MailRequest[] => requests.filter(({ template }) => !templates.includes(template));
