import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { JOB_ROWS, JOBS } from '@vidhi/content-service/jobs.ts';
import { REVISIONS, contentCollection } from '@vidhi/content-service/store.ts';
import { BROKER_STATE } from '@vidhi/messaging/topic-loss.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import type { DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';
import { BATCH_ROWS, BOOK_BATCHES } from './batches/batch-store.ts';
import { storedCollections } from './model/catalog-data.ts';
import { COPIES } from './copies/copies.ts';
import { EVIDENCE } from './evidence/evidence-collection.ts';
import { INVITATIONS } from './invitations/invitation-collection.ts';
import { SITE_ID } from './media/files/site-id.ts';
import { PROFILE_DECISIONS } from './profiles/profile-decisions.ts';
import { TICKET_USES } from './registration/upload-allowance.ts';

/** Everything that catalog stores. */
export const COLLECTIONS: readonly DeclaredCollection[] = [
  ...storedCollections.map((collection) => contentCollection(collection)),
  REVISIONS,
  ...Object.values(COPIES),
  PROFILE_DECISIONS,
  EVIDENCE,
  INVITATIONS,
  BOOK_BATCHES,
  BATCH_ROWS,
  JOBS,
  JOB_ROWS,
  TICKET_USES,
  SITE_ID,
  COUNTERS,
  IMPORT_ORIGIN,
  BROKER_STATE,
];
