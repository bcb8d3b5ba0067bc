import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import { CONTACT_MESSAGES } from './contact/contact-collection.ts';
import { MAILS } from './ledger/mail-collection.ts';
import { SITE } from './site/site-collection.ts';
import { SUBSCRIBERS } from './subscribers/subscriber-collection.ts';

/** Everything that notify stores. */
export const COLLECTIONS = [MAILS, SUBSCRIBERS, CONTACT_MESSAGES, SITE, COUNTERS, IMPORT_ORIGIN];
