import { ACCOUNT_MAILS } from './account-mails.ts';
import { COMMENT_MAILS } from './comment-mails.ts';
import type { MailTemplate } from './mail-content.ts';
import { GRIEVANCE_MAILS } from '../grievances/grievance-mails.ts';
import { contactReply } from '../inbox/reply-mail.ts';
import { newsletter } from '../newsletter/issue-content.ts';
import { ORDER_MAILS } from './order-mails.ts';
import { paymentLink } from './payment-link-mail.ts';
import { PROFILE_MAILS } from './profile-mails.ts';
import { REFUND_MAILS } from './refund-mails.ts';
import { REQUEST_MAILS } from './request-mails.ts';
import { SITE_MAILS } from './site-mails.ts';

/** Every template by name. A new kind of mail is an entry here and a plan in `planned-mails.ts`. */
export const MAIL_TEMPLATES: ReadonlyMap<string, MailTemplate> = new Map(
  Object.entries<MailTemplate>({
    ...ACCOUNT_MAILS,
    ...ORDER_MAILS,
    ...REFUND_MAILS,
    ...REQUEST_MAILS,
    ...SITE_MAILS,
    ...PROFILE_MAILS,
    'payment-link': paymentLink,
    ...COMMENT_MAILS,
    ...GRIEVANCE_MAILS,
    newsletter,
    'contact-reply': contactReply,
  }),
);
