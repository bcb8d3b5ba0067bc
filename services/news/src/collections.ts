import { postCollection } from '@vidhi/collections/news/post.ts';
import { IMPORT_ORIGIN } from '@vidhi/content-service/import-endpoint.ts';
import { REVISIONS, contentCollection } from '@vidhi/content-service/store.ts';
import { JOB_ROWS, JOBS } from '@vidhi/content-service/jobs.ts';
import { BROKER_STATE } from '@vidhi/messaging/topic-loss.ts';
import { COUNTERS } from '@vidhi/service-kit/counters.ts';
import { optional, type DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';
import { ownedCollections } from './collections/news-collections.ts';
import { COMMENTS } from './comments/comment-collection.ts';
import { COPIES } from './copies/copies.ts';
import { PREVIEW_LINKS } from './previews/preview-collection.ts';
import { PRESENCE } from './presence/presence-collection.ts';
import { READER_COUNTS } from './readers/reader-count-collection.ts';
import { SCHEDULER } from './posts/scheduler.ts';

/** Time of the last view, beside the attributes of posts. */
const VIEWED = { viewedAt: optional(Date) };

/** Everything that news stores. */
export const COLLECTIONS: readonly DeclaredCollection[] = [
  ...ownedCollections.map((collection) =>
    contentCollection(collection, collection.name === postCollection.name ? VIEWED : {}),
  ),
  REVISIONS,
  ...Object.values(COPIES),
  SCHEDULER,
  PREVIEW_LINKS,
  PRESENCE,
  READER_COUNTS,
  JOBS,
  JOB_ROWS,
  COMMENTS,
  COUNTERS,
  IMPORT_ORIGIN,
  BROKER_STATE,
];
