import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { BROKER_STATE } from '@vidhi/messaging/topic-loss.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import { AUDIT_ENTRIES, AUDIT_HEAD } from './audit/audit-collection.ts';
import { API_TOKENS } from './api-tokens/api-token-repository.ts';
import { BACKUPS } from './backups/backup-collection.ts';
import { RESTORE_DRILLS } from './backups/restore-drill-collection.ts';
import { CONSOLE_VIEWS, VIEW_ARRANGEMENTS } from './console-views/console-view-repository.ts';
import { DEAD_LETTERS } from './dead-letters/dead-letter-collection.ts';
import { KNOWN_CLIENTS } from './devices/mongo-known-client-repository.ts';
import { SIGNING_KEYS } from './keys/key-repository.ts';
import { SESSIONS } from './refresh/session-collection.ts';
import { SAVED_ARTICLES } from './saved-articles/mongo-saved-article-repository.ts';
import { FIRST_ADMINISTRATOR_LINK } from './staff/first-administrator-link.ts';
import { MAIL_REQUESTS, USERS } from './users/user-collection.ts';

/** Everything that accounts stores. */
export const COLLECTIONS = [
  USERS,
  MAIL_REQUESTS,
  SESSIONS,
  SAVED_ARTICLES,
  KNOWN_CLIENTS,
  SIGNING_KEYS,
  AUDIT_ENTRIES,
  AUDIT_HEAD,
  FIRST_ADMINISTRATOR_LINK,
  BACKUPS,
  RESTORE_DRILLS,
  DEAD_LETTERS,
  API_TOKENS,
  CONSOLE_VIEWS,
  VIEW_ARRANGEMENTS,
  COUNTERS,
  IMPORT_ORIGIN,
  BROKER_STATE,
];
