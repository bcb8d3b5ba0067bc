import type { FastifyInstance } from 'fastify';
import {
  addDataHeaders,
  contentRoutes,
  type ContentWriter,
  historyRoutes,
  type HistoryRoutesOptions,
  type LiveModel,
  trashRoutes,
  type TrashRoutesOptions,
} from '@vidhi/content-service';
import type { ShowsPicture } from '@vidhi/contracts/image-origins.ts';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { catalogAudienceOf, deskOf } from './collection-desks.ts';
import { createPresentValues, withPresentEntries } from '../lists/reference-lists.ts';
import { ownedCollections, trashCollections } from './catalog-collections.ts';
import { filterOptionRoutes } from '../filter-options/filter-option-routes.ts';
import { neutralOrderRoutes } from '../neutral-order/neutral-order-routes.ts';
import { declarationRoutes } from '../profiles/declaration-routes.ts';
import { createOwnProfiles } from '../profiles/own-profile.ts';
import { withMailedEdits, type RecordDeskEdit } from '../desk/mail-desk-edits.ts';
import {
  createAuthorizeProfiles,
  withOwnersDeclaration,
  type FindRegistrant,
} from '../profiles/profile-owners.ts';
import { suggestRoutes } from '../suggest/suggest-routes.ts';

export interface CatalogRoutesOptions {
  live: LiveModel;
  writer: ContentWriter;
  store: Pick<ContentWrites, 'find'>;
  /** Absent where nothing is written. */
  history?: Pick<HistoryRoutesOptions, 'store' | 'revisions' | 'settle'>;
  /** Documents that staff have removed; absent where nothing is written. */
  trash?: Pick<TrashRoutesOptions, 'store' | 'acknowledged'>;
  findRegistrant: FindRegistrant;
  /** Records edits that staff makes on behalf of owners; absent where nothing is written. */
  recordEdit?: RecordDeskEdit;
  /** Returns whether Rule 36 mode is on. */
  isRedacted: () => boolean;
  /** Tells staff which pictures of a text pages block; without it they show all. */
  showsPicture?: ShowsPicture;
}

/** Routes of books, profiles, the lists they reference, filter options, suggestions and the neutral order. */
export async function catalogRoutes(app: FastifyInstance, options: CatalogRoutesOptions): Promise<void> {
  const { live, writer, store, history, trash, findRegistrant, recordEdit, isRedacted, showsPicture } =
    options;
  const { model } = live;
  rejectUntilReady(app, live.isReady);
  addDataHeaders(app, live);
  const authorizeProfiles = createAuthorizeProfiles({ store, findRegistrant, live });
  const presentValues = createPresentValues(model);
  await app.register(filterOptionRoutes, { model });
  await app.register(declarationRoutes, { model });
  await app.register(neutralOrderRoutes, { model });
  await app.register(suggestRoutes, { model });
  await app.register(contentRoutes, {
    model,
    collections: ownedCollections,
    audienceOf: catalogAudienceOf,
    // A form that was opened before a merge may send the ids of merged entries.
    authorize: async (write) =>
      withPresentEntries(model, write.collection.name, (await authorizeProfiles(write)) ?? write.data),
    writer: withOwnersDeclaration(recordEdit === undefined ? writer : withMailedEdits(writer, recordEdit)),
    untilCurrent: live.untilCurrent,
    ownList: createOwnProfiles({ model, store, isRedacted }),
    ...(showsPicture === undefined ? {} : { showsPicture }),
  });
  if (trash !== undefined)
    await app.register(trashRoutes, {
      ...trash,
      live,
      model,
      presentValues,
      collections: trashCollections,
      authorize({ principal }, collection) {
        if (!hasDesk(principal, deskOf(collection))) throw forbidden();
      },
    });
  if (history === undefined) return;
  await app.register(historyRoutes, {
    ...history,
    model,
    presentValues,
    collections: ownedCollections,
    authorize({ principal }, collection) {
      if (!hasDesk(principal, deskOf(collection))) throw forbidden();
    },
  });
}
