import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import { CONTACT_MESSAGES } from './contact/contact-collection.ts';
import { GRIEVANCES } from './grievances/grievance-collection.ts';
import { REPLY_TEMPLATES } from './inbox/reply-template-collection.ts';
import { MAILS } from './ledger/mail-collection.ts';
import { DIGESTS } from './newsletter/digest-collection.ts';
import { ISSUES } from './newsletter/issue-collection.ts';
import { SECRETS } from './newsletter/list-keys.ts';
import { SITE } from './site/site-collection.ts';
import { PEOPLE_READINGS } from './staff/people-readings.ts';
import { TOKEN_VERSIONS } from './staff/token-versions.ts';
import { WEBHOOKS, WEBHOOK_DELIVERIES } from './webhooks/webhook-collections.ts';
import { SUBSCRIBER_ACTS } from './subscribers/subscriber-acts.ts';
import { SUBSCRIBERS } from './subscribers/subscriber-collection.ts';

/** Everything that notify stores. */
export const COLLECTIONS = [
  MAILS,
  SUBSCRIBERS,
  SUBSCRIBER_ACTS,
  WEBHOOKS,
  WEBHOOK_DELIVERIES,
  ISSUES,
  DIGESTS,
  CONTACT_MESSAGES,
  REPLY_TEMPLATES,
  GRIEVANCES,
  PEOPLE_READINGS,
  SITE,
  SECRETS,
  TOKEN_VERSIONS,
  COUNTERS,
  IMPORT_ORIGIN,
];
